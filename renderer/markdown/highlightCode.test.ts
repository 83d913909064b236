import { expect, it } from 'vitest'
import { highlightCode, languageOf } from './highlightCode'

it('knows languages by the names that people write, and no others', () => {
  expect([languageOf('TS'), languageOf('sh'), languageOf('c++'), languageOf('toString'), languageOf('')]).toEqual([
    'typescript',
    'bash',
    'cpp',
    undefined,
    undefined,
  ])
})

it('colours code in tones, and keeps every character', async () => {
  const code = '-- note\nselect 1 from "t"\n'
  const lines = await highlightCode(code, 'sql', new AbortController().signal)
  expect(lines.map((line) => line.map((token) => token.text).join('')).join('\n')).toBe(code)
  expect(lines[0]?.some((token) => token.tone === 'com')).toBe(true)
  expect(lines[1]?.find((token) => token.text.includes('select'))?.tone).toBe('key')
})

it('keeps the state of a comment over the pieces in which it is coloured', async () => {
  const code = `/*\n${'x\n'.repeat(150)}*/\nconst a = 1`
  const lines = await highlightCode(code, 'typescript', new AbortController().signal)
  expect(lines[140]?.[0]?.tone).toBe('com')
  expect(lines.at(-1)?.[0]).toEqual({ text: 'const', tone: 'key' })
})

it('stops when nobody looks any more', async () => {
  const controller = new AbortController()
  controller.abort()
  await expect(highlightCode('a', 'sql', controller.signal)).rejects.toThrow('abort')
})
