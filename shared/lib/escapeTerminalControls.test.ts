import { expect, it } from 'vitest'
import { escapeTerminalControls } from './escapeTerminalControls'

it.each([
  ['clears the screen', '\u001B[2J', '\\e[2J'],
  ['writes to the clipboard', '\u001B]52;c;aGk=\u0007', '\\e]52;c;aGk=\\x07'],
  ['makes a link', '\u001B]8;;file:///etc/passwd\u001B\\x', '\\e]8;;file:///etc/passwd\\e\\x'],
  ['hides what follows, in one byte', '\u009B8msecret', '\\x9b8msecret'],
  ['goes back to write over', 'rm -rf\b\b\b\b\b\bls', 'rm -rf\\x08\\x08\\x08\\x08\\x08\\x08ls'],
])('F15: writes out on the clipboard what %s', (_what, text, copied) => {
  expect(escapeTerminalControls(text)).toBe(copied)
})

it('copies all other text as it is', () => {
  const text = 'one\r\n\ttwo می\u200Cخواهم 👩\u200D🚀'
  expect(escapeTerminalControls(text)).toBe(text)
})
