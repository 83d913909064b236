import { expect, it } from 'vitest'
import type { Resource } from '../../../shared/domain/catalog'
import { findResources, flatRows, folderRows, forAudience, hasFolders, saysAudience } from './resourceTree'

const at = (uri: string): Resource => ({ uri, name: uri.split('/').at(-1) ?? uri })
const shown = (resources: readonly Resource[], toggled: readonly string[] = []): readonly string[] =>
  folderRows(resources, new Set(toggled)).map((row) =>
    row.kind === 'folder' ? `${'  '.repeat(row.depth)}${row.name} ${row.count}` : `${'  '.repeat(row.depth)}- ${row.address}`,
  )

it('RS-01: puts resources into the folders of their addresses, and folders with nothing else inside into one row', () => {
  const resources = [
    at('file:///home/dana/a/one.txt'),
    at('file:///home/dana/b/two.txt?x=1'),
    at('file:///home/dana/b/three.txt'),
    at('loose'),
  ]
  expect(shown(resources)).toEqual([
    'file:///home/dana/ 3',
    '  a/ 1',
    '    - one.txt',
    '  b/ 2',
    '    - two.txt?x=1',
    '    - three.txt',
    '- loose',
  ])
})

it('closes a folder that was toggled, and only that one', () => {
  const resources = [at('db://x/a/1'), at('db://x/b/2')]
  expect(shown(resources, ['db://x/a/'])).toEqual(['db://x/ 2', '  a/ 1', '  b/ 1', '    - 2'])
})

it('begins large trees closed, and opens what is pressed', () => {
  const resources = Array.from({ length: 200 }, (_, index) => at(`db://${index % 2}/t${index}`))
  expect(shown(resources)).toEqual(['db://0/ 100', 'db://1/ 100'])
  expect(shown(resources, ['db://1/'])).toHaveLength(102)
})

it('makes folders only where they help to find something', () => {
  expect(hasFolders(Array.from({ length: 40 }, (_, index) => at(`db://x/${index % 4}/t${index}`)))).toBe(true)
  expect(hasFolders(Array.from({ length: 40 }, (_, index) => at(`db://x/t${index}`)))).toBe(false)
  expect(hasFolders(Array.from({ length: 40 }, (_, index) => at(`db://x/${index}/t`)))).toBe(false)
  expect(hasFolders([at('db://x/a/1'), at('db://x/a/2'), at('db://x/b/1'), at('db://x/b/2')])).toBe(false)
})

it('finds by name, title, address and type, and shows what it found flat', () => {
  const resources: Resource[] = [
    { uri: 'db://x/1', name: 'one', title: 'Rechnungen' },
    { uri: 'db://y/2', name: 'two', mimeType: 'image/png' },
  ]
  const find = (search: string) => findResources(resources, ({ uri }) => uri, search).map(({ name }) => name)
  expect([find('RECHN'), find('png'), find('db://y'), find('one'), find('nothing'), find(' ')]).toEqual([
    ['one'],
    ['two'],
    ['two'],
    ['one'],
    [],
    ['one', 'two'],
  ])
  expect(flatRows(resources).map((row) => row.depth)).toEqual([0, 0])
})

it('sorts ten thousand resources into folders in well under a second', () => {
  const resources = Array.from({ length: 10_000 }, (_, index) => at(`file:///srv/${index % 100}/${index % 7}/f${index}`))
  const before = performance.now()
  folderRows(resources, new Set())
  expect(performance.now() - before).toBeLessThan(1000)
})

it('RS-11: shows what the server calls important first, and can show only what is for somebody', () => {
  const resources: Resource[] = [
    at('a:1'),
    { ...at('a:2'), annotations: { priority: 0.2, audience: ['assistant'] } },
    { ...at('a:3'), annotations: { priority: 1, audience: ['user', 'assistant'] } },
    { ...at('a:4'), annotations: { audience: ['user'] } },
  ]
  expect(flatRows(resources).map(({ key }) => key)).toEqual(['a:3', 'a:2', 'a:1', 'a:4'])
  expect(forAudience(resources, 'user').map(({ uri }) => uri)).toEqual(['a:1', 'a:3', 'a:4'])
  expect(forAudience(resources, 'assistant').map(({ uri }) => uri)).toEqual(['a:1', 'a:2', 'a:3'])
  expect([saysAudience(resources), saysAudience([at('a:1')])]).toEqual([true, false])
})
