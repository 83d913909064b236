import fc from 'fast-check'
import { expect, it } from 'vitest'
import { cpuMicros } from '../../shared/testing/cpuMicros'
import { LineSplitter } from './lineSplitter'

function frame(chunks: readonly Buffer[], limit = 1_000): { readonly lines: string[]; readonly oversized: number } {
  const lines: string[] = []
  let oversized = 0
  const framer = new LineSplitter({ bytes: limit, values: 1_000 }, { onLine: (line) => lines.push(line), onOversized: () => oversized++ })
  for (const chunk of chunks) framer.push(chunk)
  return { lines, oversized }
}

function cutAt(bytes: Buffer, cuts: readonly number[]): readonly Buffer[] {
  const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).toSorted((a, b) => a - b), bytes.length]
  return places.slice(1).map((end, index) => bytes.subarray(places[index], end))
}

it('C11: finds the same lines wherever the bytes are cut, also within a character', () => {
  const line = fc
    .array(fc.constantFrom('a', '{', '"', '\\', ' ', '\0', 'é', '漢', '😀'), { maxLength: 20 })
    .map((characters) => characters.join(''))
  fc.assert(
    fc.property(
      fc.array(line, { maxLength: 20 }),
      fc.array(fc.nat(), { maxLength: 30 }),
      fc.constantFrom('\n', '\r\n'),
      (lines, cuts, end) => {
        const bytes = Buffer.from(lines.map((text) => text + end).join(''))
        expect(frame(cutAt(bytes, cuts)).lines).toEqual(lines)
      },
    ),
    { numRuns: 40 },
  )
})

it('C11: drops a line that is too long up to its newline, tells of it once, and goes on', () => {
  const bytes = Buffer.from(`ok\n${'x'.repeat(5_000)}\n${'y'.repeat(1_000)}\n${'z'.repeat(1_001)}\nend\n`)
  fc.assert(
    fc.property(fc.array(fc.nat(), { maxLength: 30 }), (cuts) => {
      expect(frame(cutAt(bytes, cuts))).toEqual({ lines: ['ok', 'y'.repeat(1_000), 'end'], oversized: 2 })
    }),
  )
})

it('takes a byte order mark and a carriage return away', () => {
  expect(frame([Buffer.from('\ufeff{"a":1}\r\n\r\n\ufeff\n')]).lines).toEqual(['{"a":1}', '', ''])
})

it('looks at every byte once, however many pieces a message comes in', () => {
  const chunk = Buffer.alloc(65_536, 120)
  let length = 0
  const framer = new LineSplitter(
    { bytes: Number.MAX_SAFE_INTEGER, values: 1_000 },
    { onLine: (_, bytes) => (length = bytes), onOversized: () => undefined },
  )
  const spent = cpuMicros(() => {
    for (let index = 0; index < 1_000; index++) framer.push(chunk)
    framer.push(Buffer.from('\n'))
  })
  // A splitter that joins all its parts at every chunk copies 32 GB here, which takes many seconds of CPU time.
  expect({ length, cheap: spent < 2_000_000 }).toEqual({ length: 65_536_000, cheap: true })
})

it('C11: finds a long line whole wherever it is cut, with every character and how long it was on the wire', () => {
  const text = `{"a":"${'é漢😀'.repeat(60_000)}"}`
  const bytes = Buffer.from(`\ufeff${text}\r\nnext\n`)
  const seen: unknown[] = []
  const framer = new LineSplitter(
    { bytes: bytes.length, values: 1_000 },
    {
      onLine: (line, length) => seen.push(line === text ? 'whole' : line, length),
      onOversized: () => undefined,
    },
  )
  for (let start = 0; start < bytes.length; start += 65_537) framer.push(bytes.subarray(start, start + 65_537))
  expect(seen).toEqual(['whole', Buffer.byteLength(text) + 4, 'next', 4])
})
