import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { calls, feeds, topics } from './contract'

interface Entry {
  readonly name: string
  readonly docstring: string
}

/** Returns the entries of every `*Calls`, `*Topics` and `*Feeds` table in a source file, each with the comment right above it. */
function entriesOf(source: string): Entry[] {
  const tables = source.matchAll(/^export const \w+(?:Calls|Topics|Feeds) = \{([\s\S]*?)^\}/gm)
  return [...tables].flatMap(([, body = '']) => {
    const lines = body.split('\n')
    return lines.flatMap((line, index) => {
      const name = /^ {2}'?([\w.]+)'?: (?:call|topic|feed)</.exec(line)?.[1]
      return name === undefined ? [] : [{ name, docstring: commentAbove(lines, index) }]
    })
  })
}

function commentAbove(lines: readonly string[], index: number): string {
  if (lines[index - 1]?.trim().endsWith('*/') !== true) return ''
  const start = lines.slice(0, index).findLastIndex((line) => line.trim().startsWith('/**'))
  return lines.slice(start, index).join('\n')
}

const folder = import.meta.dirname
const entries = readdirSync(folder)
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .flatMap((file) => entriesOf(readFileSync(join(folder, file), 'utf8')))

it('finds every entry of the contract, so that none goes by unread', () => {
  const names = [calls, topics, feeds].flatMap((table) => Object.keys(table))
  expect(entries.map(({ name }) => name).toSorted()).toEqual(names.toSorted())
})

it('has a docstring above every call, topic and feed', () => {
  expect(entries.filter(({ docstring }) => docstring === '').map(({ name }) => name)).toEqual([])
})

it('says of every call what comes back and how it fails', () => {
  const isCall = ({ name }: Entry): boolean => Object.hasOwn(calls, name)
  const silent = entries
    .filter(isCall)
    .filter(({ docstring }) => !/^ +\* Result: \S/m.test(docstring) || !/^ +\* Errors: \S/m.test(docstring))
  expect(silent.map(({ name }) => name)).toEqual([])
})

it('names only errors that there are', () => {
  const codes = readFileSync(join(folder, '../errors/appError.ts'), 'utf8')
  const named = entries.flatMap(({ name, docstring }) =>
    [...docstring.matchAll(/\b[A-Z]{3,}(?:_[A-Z]+)*\b/g)].map(([code]) => ({ name, code })),
  )
  const words = new Set(['HTTP', 'JSON', 'PATH', 'PKCE', 'SKILL', 'SVG', 'URL'])
  expect(named.filter(({ code }) => !words.has(code) && !codes.includes(`'${code}'`))).toEqual([])
})
