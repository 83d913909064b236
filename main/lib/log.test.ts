import { expect, it } from 'vitest'
import { log } from './log'

it('F15: writes nothing that a terminal would obey, and one line for one message', () => {
  const lines: string[] = []
  const { write } = process.stderr
  process.stderr.write = (line: string | Uint8Array): boolean => lines.push(String(line)) > 0
  try {
    log('warn', 'It said \u001b[2J\u009b8m\u202e\nagain', { said: '\u001b]52;c;aGk=\u0007' })
  } finally {
    process.stderr.write = write
  }
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatch(/^[\x20-\x7e]+\n$/)
  expect(lines[0]).toContain(String.raw`\u001b[2J\u009b8m\u202e\nagain`)
})
