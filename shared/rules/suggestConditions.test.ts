import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { JsonObject, JsonValue } from '../lib/json'
import { evaluateCondition } from './evaluateCondition'
import { suggestConditions } from './suggestConditions'

const words = (value: JsonValue): readonly string[] =>
  suggestConditions({ it: value }).flatMap(({ offers }) => offers.map((offer) => `${offer.test} ${JSON.stringify(offer.value)}`))

it('offers a folder and those above it, the one that is meant most likely first, and never the whole disk', () => {
  expect(words('/home/dana/code/a.ts')).toEqual([
    'inFolder "/home/dana/code"',
    'inFolder "/home/dana"',
    'inFolder "/home"',
    'inFolder "/home/dana/code/a.ts"',
    'is "/home/dana/code/a.ts"',
  ])
  expect(words('/home/dana')[0]).toBe('inFolder "/home/dana"')
  expect(words('C:\\Users\\dana\\x')[1]).toBe('inFolder "C:\\\\Users\\\\dana"')
  expect(words('/')).toEqual(['is "/"'])
})

it('offers the host and the repository of an address', () => {
  expect(words('https://github.com/atlas/app/pull/12')).toEqual([
    'onHost "https://github.com"',
    'inRepository "https://github.com/atlas/app"',
    'is "https://github.com/atlas/app/pull/12"',
  ])
  expect(words('http://localhost:3000/')[0]).toBe('onHost "localhost:3000"')
  expect(words('atlas/app')).toEqual(['inRepository "atlas/app"', 'is "atlas/app"'])
})

it('offers bounds for numbers, the value of everything else, and nothing of what cannot be compared', () => {
  expect(words(2)).toEqual(['is 2', 'atLeast 2', 'atMost 2'])
  expect([words(true), words(null), words('Platform'), words([]), words({ a: {} }), words('x'.repeat(4097))]).toEqual([
    ['is true'],
    ['is null'],
    ['is "Platform"'],
    ['exactly "[]"'],
    ['exactly "{}"'],
    [],
  ])
  expect(suggestConditions({ issue: { team: 'a' } })[0]?.path).toEqual(['issue', 'team'])
})

it('offers of a list only what holds for all of it', () => {
  const list = JSON.stringify('["/home/dana/a.ts","/home/dana/b.ts"]')
  expect(words(['/home/dana/a.ts', '/home/dana/b.ts'])).toEqual(['inFolder "/home/dana"', 'inFolder "/home"', `exactly ${list}`])
})

it('compares what runs or pays as a whole at first, and leaves out no argument however many there are', () => {
  const first = (args: JsonObject) => suggestConditions(args).map(({ path, offers: [offer] }) => `${path.join('.')} ${offer?.test}`)
  expect(first({ command: '/bin/ls', shellArgs: ['/etc'], path: '/etc/hosts', url: 'https://a.example/x' })).toEqual([
    'command is',
    'shellArgs exactly',
    'path inFolder',
    'url onHost',
  ])
  const many = Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`a${index}`, index]))
  expect([first({ deep: many }), first(many)]).toEqual([['deep exactly'], []])
})

it('offers nothing that does not hold for the call itself', () => {
  const values = fc.oneof(
    fc.jsonValue(),
    fc
      .array(fc.constantFrom('https://', 'a.example', 'github.com', '/x', ':8080', '@', '?q', '#f', '..', '%41'))
      .map((parts) => parts.join('')),
    fc.array(fc.constantFrom('a', '..', '.', 'b.ts', '%2e', 'C:')).map((parts) => `/${parts.join('/')}`),
  )
  fc.assert(
    fc.property(fc.dictionary(fc.string(), values), (args) => {
      const offered = suggestConditions(args as JsonObject).flatMap(({ offers }) => offers)
      for (const condition of offered) expect(evaluateCondition(condition, args as JsonObject)).toBe('yes')
    }),
    { numRuns: 50 },
  )
})
