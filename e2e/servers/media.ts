// A server that answers with a sound: half a second of silence in a minimal WAV file.
import { noInput, serveRaw } from './lib/rawServer.ts'

const RATE = 8_000
const SAMPLES = RATE / 2

function silence(): Buffer {
  const wav = Buffer.alloc(44 + SAMPLES, 0x80)
  wav.write('RIFF', 0)
  wav.writeUInt32LE(36 + SAMPLES, 4)
  wav.write('WAVEfmt ', 8)
  wav.writeUInt32LE(16, 16)
  // PCM, one channel, one byte per sample.
  wav.writeUInt16LE(1, 20)
  wav.writeUInt16LE(1, 22)
  wav.writeUInt32LE(RATE, 24)
  wav.writeUInt32LE(RATE, 28)
  wav.writeUInt16LE(1, 32)
  wav.writeUInt16LE(8, 34)
  wav.write('data', 36)
  wav.writeUInt32LE(SAMPLES, 40)
  return wav
}

serveRaw({
  name: 'media',
  tools: [{ name: 'sound', description: 'Answers with a sound', inputSchema: noInput }],
  callTool: () => ({ content: [{ type: 'audio', data: silence().toString('base64'), mimeType: 'audio/wav' }] }),
})
