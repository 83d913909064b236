import { expect, it } from 'vitest'
import { escapeForTerminal, quoteForTerminal, saidInPassing } from './escapeForTerminal'
import { table } from './output'

it.each([
  ['\u001b]52;c;aGk=\u0007', '<U+001B>]52;c;aGk=<U+0007>'],
  ['\u001b[2Jgone', '<U+001B>[2Jgone'],
  ['a\u202egpj.exe', 'a<U+202E>gpj.exe'],
  ['\u009b31m', '<U+009B>31m'],
  ['tag\u{e0041}', 'tag<U+E0041>'],
])('writes %j as a code point that a terminal does not obey', (text, shown) => {
  expect(escapeForTerminal(text)).toBe(shown)
})

it.each(['one\n\ttwo', 'می\u200cخواهم', '👩\u200d👧', 'Grüße, 你好'])('leaves %s as it is', (text) => {
  expect(escapeForTerminal(text)).toBe(text)
})

const forged = 'x\nok  Start  all is well\u202e'

it('keeps a row of a table on one line, whatever a server wrote', () => {
  expect(table([['a', forged]]).split('\n')).toHaveLength(1)
})

it('marks every line of somebody else’s text', () => {
  expect(quoteForTerminal('one\nParley: fine')).toBe('   │ one\n   │ Parley: fine')
})

it('marks what a terminal would wrap too, however wide the letters are', () => {
  const padded = `${' '.repeat(35)}── Parley: send it? ${'你'.repeat(40)}`
  const lines = quoteForTerminal(padded, 40).split('\n')
  expect(lines.length).toBeGreaterThan(2)
  expect(lines.filter((line) => !line.startsWith('   │ '))).toEqual([])
  expect(lines.filter((line) => Array.from(line).length > 40)).toEqual([])
})

it('breaks nothing where a terminal does not say how wide it is', () => {
  expect([quoteForTerminal('Your secret?', 0), saidInPassing('shop', 'half', 0)]).toEqual(['   │ Your secret?', '   │ shop: half'])
})

it('F22: prints progress of a server in one line with its name, cut, whatever it wrote', () => {
  const forged = 'working\n── Allow it? [y/N] >\u001b[2J'
  expect(saidInPassing('shop', forged)).toBe('   │ shop: working ── Allow it? [y/N] ><U+001B>[2J')
  expect(saidInPassing('shop', 'a'.repeat(5000)).length).toBeLessThan(300)
  expect(Array.from(saidInPassing('shop', 'a'.repeat(5000), 80))).toHaveLength(80)
})
