import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { mayUse } from './architecture.mjs'

const root = join(import.meta.dirname, '..')
const page = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')

function section(title: string): string {
  return page.split(/^## /m).find((part) => part.startsWith(`${title}\n`)) ?? ''
}

/** Returns the term, meaning and file of each row, without the header of the table. */
function glossary(): string[][] {
  const lines = section('Glossary').split('\n')
  const rows = lines.filter((line) => /^\| [^-]/.test(line)).map((line) => line.split('|').slice(1, -1))
  return rows.slice(1).map((cells) => cells.map((cell) => cell.trim()))
}

it('has forty terms or more, each once', () => {
  const terms = glossary().map(([term]) => term)
  expect(terms.length).toBeGreaterThanOrEqual(40)
  expect(new Set(terms).size).toBe(terms.length)
})

it('leads from every term to a file that is there', () => {
  const files = glossary().map(([, , file = '']) => file.replaceAll('`', ''))
  expect(files.filter((file) => file === '' || !existsSync(join(root, file)))).toEqual([])
})

it('names only files that are there, anywhere on the page', () => {
  const named = [...page.matchAll(/`((?:app|main|renderer|shared|scripts|e2e|preload|docs)\/[\w./-]+)`/g)].map(([, path = '']) => path)
  expect(named.length).toBeGreaterThan(40)
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([])
})

it('names owners by the folder and the class that they have', () => {
  const owners = [...section('Who owns what').matchAll(/`([a-z][\w/]+)\/([A-Z]\w+)`/g)].map(([, folder = '', name = '']) => ({
    folder,
    name,
  }))
  expect(owners.length).toBeGreaterThan(40)
  const strangers = owners.filter(({ folder, name }) => {
    const path = join(root, 'main', folder, `${name.charAt(0).toLowerCase()}${name.slice(1)}.ts`)
    return !existsSync(path) || !readFileSync(path, 'utf8').match(new RegExp(`export class ${name}\\b`))
  })
  expect(strangers).toEqual([])
})

it('has a place for every domain of the host', () => {
  const table = page.slice(page.indexOf('| in `main/`'), page.indexOf('| in `renderer/`'))
  const named = [...table.matchAll(/`(\w+)`/g)].map(([, folder = '']) => folder)
  const domains = [...Object.keys(mayUse), 'integration', 'testing']
  expect(named.toSorted()).toEqual(domains.toSorted())
})
