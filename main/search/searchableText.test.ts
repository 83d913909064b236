import { expect, it } from 'vitest'
import { cpuMicros } from '../../shared/testing/cpuMicros'
import { callPiece, piecesOf } from './searchableText'

// Catches: one answer, result or imported message with a letter under a hundred thousand marks, at which Parley stood still for minutes.
it('J25: a letter with heaps of marks is indexed in time that grows with the text only', () => {
  const heap = `a${'\u0315\u0300'.repeat(200_000)} end`
  const spent = cpuMicros(() => {
    expect(piecesOf({ kind: 'answer', text: heap }).flat().at(-1)?.text).toContain('end')
    callPiece({
      tool: heap,
      args: '{}',
      result: { content: [{ type: 'text', text: heap }], structured: 'noSchema', isError: false, bytes: 1 },
    })
  })
  expect(spent).toBeLessThan(1_000_000)
})
