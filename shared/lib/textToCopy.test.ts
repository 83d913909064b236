import { expect, it } from 'vitest'
import { textToCopy } from './textToCopy'

it('G06: copies what is visible: no hidden characters, and no newline at the end that would run it', () => {
  expect(textToCopy('echo hi\u200b\u202e\u0007 && ls\n\n')).toBe('echo hi && ls')
  expect(textToCopy('rm x\r\n  \n\u2028')).toBe('rm x')
  expect(textToCopy('one\n\ttwo\n')).toBe('one\n\ttwo')
})
