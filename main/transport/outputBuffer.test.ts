import { expect, it } from 'vitest'
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

it('gives the last lines that are not empty', () => {
  const ring = new OutputBuffer(1_000)
  ring.push(Buffer.from('one\n\ntwo\n  \nthree\n'))
  expect(ring.lastLines(2)).toEqual(['two', 'three'])
})
