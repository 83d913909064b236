import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const folder = join(import.meta.dirname, '../docs/decisions')
const pages = readdirSync(folder).filter((file) => file !== 'README.md')
const titleOf = (file: string): string => readFileSync(join(folder, file), 'utf8').split('\n', 1)[0]?.replace(/^# /, '') ?? ''

it('numbers decisions without a gap or a twin, in the name of the page and in its title', () => {
  const numbers = pages.map((_page, index) => String(index + 1).padStart(3, '0'))
  expect(pages.map((file) => file.slice(0, 4)).toSorted((a, b) => (a < b ? -1 : 1))).toEqual(numbers.map((number) => `${number}-`))
  expect(pages.filter((file) => !/^\d{3} \S/.test(titleOf(file)) || titleOf(file).slice(0, 3) !== file.slice(0, 3))).toEqual([])
})

it('lists each decision with its title', () => {
  const index = readFileSync(join(folder, 'README.md'), 'utf8')
  expect(pages.filter((file) => !index.includes(`- [${titleOf(file)}](${file})`))).toEqual([])
})
