#!/bin/sh
# Root's part before the service starts: it runs as a user of its own, and folders are root's when they are new or came out of a backup.
set -e
mkdir -p /data
# The options stay root's: the Supervisor writes them anew at each start.
find /data ! -user assistant ! -path /data/options.json -exec chown -h assistant:assistant {} +
# The folder for documents that people reach; what lies in it stays theirs.
if [ -d /config ]; then
  mkdir -p /config/knowledge
fi
# Home Assistant puts voice messages here for the moment in which they are heard. Without it none is heard, and all else works.
if [ -w /media ]; then
  mkdir -p /media/ha_personal_assistant
  chown assistant:assistant /media/ha_personal_assistant
fi
