import { SourceMap } from 'node:module'
import { runInThisContext } from 'node:vm'
import remapping from '@jridgewell/remapping'
import MagicString from 'magic-string'
import { expect, it } from 'vitest'
import { asciiChunk } from './asciiChunks.mjs'

const evaluate = (code: string): unknown => runInThisContext(`(${code})`)

// Catches: an escape that means another text, or a pattern that no longer matches what it is for.
it.each([
  ['a string', '"Größe … 密码 🙂"'],
  ['a template', '`“${1 + 1}” é`'],
  ['a property', '({ größe: "ß" }).größe'],
  ['a pattern', '["parola", "密码", "пароль 1"].map((word) => /密码|парол\\S/.test(word))'],
  ['a pattern with sets of letters', '["é", "🙂", "😀", "a"].map((word) => /^[à-ÿ🙂😀]$/u.test(word))'],
])('means the same: %s', (_what, code) => {
  const written = asciiChunk({ code, map: null, fileName: 'a.js' }).code
  expect(written).toMatch(/^[\0-\x7f]*$/)
  expect(evaluate(written)).toEqual(evaluate(code))
})

// Catches: a stack in the log that names wrong places behind each such letter.
it('keeps the places of what follows on the line', () => {
  const source = new MagicString('const a = "…"; throw new Error()')
  const map = remapping(source.generateMap({ hires: true, source: 'a.ts' }).toString(), () => null)
  const written = asciiChunk({ code: source.toString(), map, fileName: 'a.js' })
  const { mappings, names, sources, version } = written.map
  const found = new SourceMap({ file: 'a.js', mappings, names, sources, version, sourcesContent: [], sourceRoot: '' }).findEntry(
    0,
    written.code.indexOf('throw'),
  )
  expect(found).toMatchObject({ originalSource: 'a.ts', originalLine: 0, originalColumn: 15 })
})

it('refuses a raw template, which would see the escape', () => {
  expect(() => asciiChunk({ code: 'String.raw`é`', map: null, fileName: 'a.js' })).toThrow('a.js: a raw template')
})
