import { expect, it } from 'vitest'
import { cpuMicros } from '../../shared/testing/cpuMicros'
import { rememberSecret } from '../lib/redact'
import { OutputBuffer } from './outputBuffer'

it('C10: keeps the last bytes of a flood and counts those it dropped', () => {
  const ring = new OutputBuffer(1_000)
  const chunk = Buffer.alloc(64 * 1024, 'a')
  for (let index = 0; index < 1_600; index++) ring.push(chunk)
  ring.push(Buffer.from('the end'))
  const { text, dropped } = ring.read(100)
  expect({ end: text.endsWith('the end'), length: text.length, dropped }).toEqual({
    end: true,
    length: 100,
    dropped: 1_600 * 64 * 1024 + 7 - 100,
  })
})

it('C10: shows nothing that a terminal would obey', () => {
  const ring = new OutputBuffer(10_000)
  ring.push(
    Buffer.from(
      '\u001b[2J\u001b[31mred\u001b[0m \u001b]8;;file:///etc/passwd\u0007link\u001b]8;;\u0007 \u001b]52;c;aGk=\u001b\\ \u0000\u0008tab\t\r\nnext\u001b]0;open end',
    ),
  )
  expect(ring.read(10_000).text).toBe('red link  tab\t\nnext')
})

it('takes secrets out of what a server prints', () => {
  rememberSecret('sk-very-secret')
  const ring = new OutputBuffer(1_000)
  ring.push(Buffer.from('using sk-very-secret'))
  expect(ring.read(1_000).text).toBe('using •••')
})

it('gives all lines that are not empty, or the first and the last of them', () => {
  const ring = new OutputBuffer(1_000)
  ring.push(Buffer.from('one\n\ntwo\n  \nthree\n'))
  const few = [ring.firstAndLastLines(4), ring.firstAndLastLines(2)]
  expect(few).toEqual([{ lines: ['one', 'two', 'three'] }, { first: ['one'], lines: ['three'] }])
})

it('gives the first lines also when they were dropped, but never a part of a line', () => {
  const ring = new OutputBuffer(1_000)
  ring.push(Buffer.from('No access token was provided\n'))
  for (let line = 0; line < 1_000; line++) ring.push(Buffer.from(`usage ${'x'.repeat(50)} ${line}\n`))
  const { first, lines } = ring.firstAndLastLines(4)
  const endless = new OutputBuffer(1_000)
  endless.push(Buffer.alloc(100_000, 'a'))
  expect([first?.[0], lines.at(-1), endless.firstAndLastLines(4).first]).toEqual([
    'No access token was provided',
    `usage ${'x'.repeat(50)} 999`,
    [],
  ])
})

it('J34: keeps the last bytes in order, whatever pieces they come in', () => {
  const text = Array.from({ length: 500 }, (_, index) => `${index},`).join('')
  const all = Buffer.from(text)
  for (const [limit, piece] of [
    [1_000, 1],
    [1_000, 7],
    [1_500, 999],
    [100, 250],
    [5_000, 64],
    [1, 3],
  ] as const) {
    const buffer = new OutputBuffer(limit)
    for (let at = 0; at < all.length; at += piece) buffer.push(all.subarray(at, at + piece))
    const kept = Math.min(limit, all.length)
    expect(buffer.read(limit)).toEqual({ text: text.slice(-kept), dropped: all.length - kept })
  }
})

it('J34: a trickle of tiny pieces costs as little when much is kept as at first', () => {
  const piece = Buffer.from('x\n')
  const spent = (buffer: OutputBuffer): number =>
    cpuMicros(() => {
      for (let index = 0; index < 20_000; index++) buffer.push(piece)
    })
  const full = new OutputBuffer(1024 * 1024)
  for (let index = 0; index < 600_000; index++) full.push(piece)
  spent(new OutputBuffer(1024 * 1024))
  // A list of pieces whose first is taken away each time takes a thousand times as long when it is full.
  expect(spent(full) < 20 * spent(new OutputBuffer(1024 * 1024)) + 20_000).toBe(true)
})
