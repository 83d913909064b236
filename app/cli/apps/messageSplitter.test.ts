import { expect, it } from 'vitest'
import { MessageSplitter } from './messageSplitter'

const whole = (text: string) => ({ text, length: text.length, isWhole: true })

it('joins what comes in pieces, and ends each message at its NUL', () => {
  const splitter = new MessageSplitter(100)
  expect(['{"a', '":1}\0{"b":2}\0{', '}', '\0'].map((chunk) => splitter.take(chunk))).toEqual([
    [],
    [whole('{"a":1}'), whole('{"b":2}')],
    [],
    [whole('{}')],
  ])
})

// Catches: what a stranger's page writes fills the memory, or takes the message after it with it.
it('keeps of a message that is too long its end alone, and reads on after it', () => {
  const splitter = new MessageSplitter(1_000)
  const chunks = ['{"x":"', ...Array.from({ length: 1_000 }, () => 'y'.repeat(1_000)), '","sessionId":"S"}\0{}\0']
  const [long, next] = chunks.flatMap((chunk) => splitter.take(chunk))
  expect([long?.isWhole, long?.length, long?.text.length]).toEqual([false, 1_000_024, 300])
  expect([long?.text.endsWith('y","sessionId":"S"}'), next]).toEqual([true, whole('{}')])
})

// Catches: each piece is searched or joined with all that came before it, which takes minutes for a message that fits.
it('takes a long message in a time that grows with its length alone', () => {
  const pieces = 8_000
  const splitter = new MessageSplitter(Infinity)
  const piece = 'z'.repeat(5_000)
  for (let at = 0; at < pieces; at++) splitter.take(piece)
  expect(splitter.take('\0')[0]?.length).toBe(pieces * piece.length)
})
