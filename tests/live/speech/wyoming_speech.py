"""Real speech for live tests: a Wyoming server that hears with pocketsphinx and speaks with espeak-ng.

Arguments: a JSGF grammar of the sentences that it can hear. Prints its port, and ends with its standard input.
"""

import asyncio
import io
import json
import sys
import wave

from pocketsphinx import Decoder

VERSION = "1"
RATE = 16_000
BY = {"attribution": {"name": "test", "url": "http://127.0.0.1"}, "installed": True, "version": VERSION, "description": None}
MODEL = {**BY, "name": "en-us", "languages": ["en"]}
INFO = {
    "asr": [{**BY, "name": "pocketsphinx", "models": [MODEL]}],
    "tts": [{**BY, "name": "espeak", "voices": [{**MODEL, "speakers": None}]}],
}


async def read(reader):
    """The next event as type, data and payload; None at the end."""
    line = await reader.readline()
    if not line:
        return None
    header = json.loads(line)
    data = header.get("data") or {}
    if length := header.get("data_length"):
        data |= json.loads(await reader.readexactly(length))
    return header["type"], data, await reader.readexactly(header.get("payload_length") or 0)


def event(kind, data=None, payload=b""):
    body = json.dumps(data or {}).encode()
    header = {"type": kind, "version": VERSION, "data_length": len(body), "payload_length": len(payload)}
    return json.dumps(header).encode() + b"\n" + body + payload


def hear(grammar, audio):
    """What was said, of the sentences of the grammar; nothing for what is none of them."""
    decoder = Decoder(samprate=RATE, lm=None, loglevel="FATAL")
    decoder.add_jsgf_file("home", grammar)
    decoder.activate_search("home")
    decoder.start_utt()
    decoder.process_raw(audio, full_utt=True)
    decoder.end_utt()
    found = decoder.hyp()
    return found.hypstr if found else ""


async def speak(text):
    """Speech as PCM, with its format."""
    program = await asyncio.create_subprocess_exec("espeak-ng", "-v", "en-us", "-s", "130", "--stdout", text, stdout=asyncio.subprocess.PIPE)
    spoken, _ = await program.communicate()
    with wave.open(io.BytesIO(spoken)) as audio:
        form = {"rate": audio.getframerate(), "width": audio.getsampwidth(), "channels": audio.getnchannels()}
        # what goes to a pipe does not know its length
        return form, audio.readframes(len(spoken))


async def serve(reader, writer, grammar):
    audio = bytearray()
    while found := await read(reader):
        kind, data, payload = found
        if kind == "describe":
            writer.write(event("info", INFO))
        elif kind == "audio-start":
            audio.clear()
        elif kind == "audio-chunk":
            audio += payload
        elif kind == "audio-stop":
            text = await asyncio.to_thread(hear, grammar, bytes(audio))
            writer.write(event("transcript", {"text": text}))
        elif kind == "synthesize":
            form, pcm = await speak(data["text"])
            writer.write(event("audio-start", form) + event("audio-chunk", form, pcm) + event("audio-stop"))
        await writer.drain()
    writer.close()


async def main(grammar):
    server = await asyncio.start_server(lambda reader, writer: serve(reader, writer, grammar), "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await asyncio.to_thread(sys.stdin.read)


asyncio.run(main(sys.argv[1]))
