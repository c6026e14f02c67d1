#!/bin/bash
# A container as Docker would make it, already within new namespaces: $1 is its root, $2 a folder with what is mounted into it (data, config,
# hosts, env with a NAME=value a line), $3 is "ro" for a root that cannot be written.
set -euo pipefail
root=$1 given=$2 mode=$3
mount --make-rprivate /
mount --bind "$root" "$root"
cd "$root"
mkdir -p data config
mount --bind "$given/hosts" etc/hosts
mount -t proc proc proc
mount -t tmpfs -o mode=755 tmpfs dev
for device in null zero random urandom tty; do
  touch "dev/$device"
  mount --bind "/dev/$device" "dev/$device"
done
ln -s /proc/self/fd dev/fd
ln -s fd/0 dev/stdin
ln -s fd/1 dev/stdout
ln -s fd/2 dev/stderr
mkdir dev/shm
mount -t tmpfs -o mode=1777 tmpfs dev/shm
mount -t tmpfs -o mode=755,exec tmpfs run
mount -t tmpfs -o mode=1777 tmpfs tmp
mount --rbind "$given/data" data
mount --bind "$given/config" config
if [[ $mode == ro ]]; then mount -o remount,ro,bind .; fi
mapfile -t environment <"$given/env"
exec chroot . /usr/bin/env -i "${environment[@]}" /init
