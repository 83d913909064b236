import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { noticesText, styledPackages } from './notices.mjs'

const root = join(import.meta.dirname, '../..')
const react = { name: 'react', version: '1.0.0', identifier: 'MIT', text: 'Copyright Meta' }

it('says each package once, with its version and the text of its licence', () => {
  const text = noticesText([react, react, { ...react, version: '2.0.0' }, { ...react, name: 'ajv' }])
  expect(text.match(/^react 1\.0\.0 \(MIT\)$/gm)).toHaveLength(1)
  expect(text).toContain('react 2.0.0 (MIT)\n\nCopyright Meta')
  expect(text.indexOf('ajv')).toBeLessThan(text.indexOf('react 1.0.0'))
})

it.each([{ text: '' }, { identifier: '' }])('does not let a build pass with a package that has no licence: %j', (without) => {
  expect(() => noticesText([react, { ...react, name: 'silent', ...without }])).toThrow('no licence for silent')
})

it('takes the text of a package of the same authors where one has only the name of its licence', () => {
  const { text: _, ...silent } = { ...react, name: 'react-remove-scroll-bar' }
  expect(noticesText([silent, { ...react, name: 'react-remove-scroll' }])).toContain(
    'react-remove-scroll-bar 1.0.0 (MIT)\n\nCopyright Meta',
  )
  expect(() => noticesText([silent])).toThrow('react-remove-scroll-bar')
})

it('has the licence of every font that a style sheet loads', () => {
  const sheets = globSync('renderer/**/*.css', { cwd: root }).map((file) => readFileSync(join(root, file), 'utf8'))
  const fonts = new Set(sheets.join('').match(/@fontsource(?:-variable)?\/[\w-]+/g))
  expect(fonts.size).toBeGreaterThan(2)
  const licensed = styledPackages(root).filter(
    ({ identifier, text }) => identifier === 'OFL-1.1' && text?.includes('SIL OPEN FONT LICENSE'),
  )
  expect([...fonts].filter((name) => !licensed.some((each) => each.name === name))).toEqual([])
})
