import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { findRegexes } from './lib/findRegexes'
import { superLinear } from './lib/superLinear'

const root = join(import.meta.dirname, '..')
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx', '*.mjs'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => /^(?:main|shared|renderer|preload|app|scripts)\//.test(path) && !/\.test\.tsx?$|\/testing\//.test(path))
const found = files.map((file) => findRegexes(file, readFileSync(join(root, file), 'utf8')))

/** The files whose regular expressions are put together when they are loaded. */
const builders = [
  'main/models/escapeTemplateMarks.ts',
  'main/tools/remarkText.ts',
  'shared/domain/launch/variableAffectsExecution.ts',
  'shared/elicitation/textFormats.ts',
  'shared/lib/limitCombiningMarks.ts',
  'shared/lib/unsafeCharacters.ts',
  'shared/secrets/secretPatterns.ts',
]

/** Loads a file once more, and returns the regular expressions that it puts together. */
async function builtBy(file: string): Promise<readonly RegExp[]> {
  const made: RegExp[] = []
  const Original = globalThis.RegExp
  globalThis.RegExp = new Proxy(Original, {
    construct: (target, args: ConstructorParameters<typeof RegExp>) => {
      const regex = new target(...args)
      made.push(regex)
      return regex
    },
  })
  try {
    await import(/* @vite-ignore */ `../${file}?once-more`)
  } finally {
    globalThis.RegExp = Original
  }
  return made
}

it.each([
  [/unknown tool|tool .* not found/i, 'the text of a server’s error'],
  [/^[A-Za-z0-9+/\s]+={0,2}\s*$/, 'a picture of a server'],
  [/\uFFFD+$/u, 'a description'],
  [/^[\s|:-]*-[\s|:-]*$/, 'a line of dashes'],
  [/\/\*[\s\S]*?\*\//, 'a comment without an end'],
  [/(?:a+)+$/, 'what everybody warns of'],
])('J25: finds %s, which held Parley up with %s', (regex) => {
  expect(superLinear(regex)).toBeDefined()
})

it.each([/^a+b/, /tool .{0,200} not found/, /"[^"]*"/, /[^a]*/g, /x y*/, /^\s*(\S+)\s*=/])(
  'J25: leaves %s alone, which is linear',
  (regex) => {
    expect(superLinear(regex)).toBeUndefined()
  },
)

it('J25: no regular expression of Parley takes more time than its text is long, or a comment says why that is no harm', () => {
  const slow = found.flatMap(({ literals }) =>
    literals.flatMap(({ regex, place, isExcused }) => {
      const how = superLinear(regex)
      return how === undefined || isExcused ? [] : [`${place} ${regex.source} (${how})`]
    }),
  )
  expect(slow).toEqual([])
})

it('no excuse stays behind when its regular expression is mended', () => {
  const needless = found.flatMap(({ literals }) => {
    const excused = literals.filter(({ isExcused }) => isExcused)
    return excused.length > 0 && excused.every(({ regex }) => superLinear(regex) === undefined) ? excused.map(({ place }) => place) : []
  })
  expect(needless).toEqual([])
})

it('J25: nor does one that is put together when Parley runs', async () => {
  const places = found.flatMap(({ built }) => built.map((place) => place.split(':', 1)[0] ?? ''))
  expect([...new Set(places)].filter((file) => !file.startsWith('scripts/'))).toEqual(builders)
  for (const file of builders) {
    const made = await builtBy(file)
    expect([made.length > 0, made.flatMap((regex) => superLinear(regex) ?? [])]).toEqual([true, []])
  }
})
