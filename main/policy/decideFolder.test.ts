import { describe, expect, it } from 'vitest'
import { fixedFolders, forbidsFolder, isInside } from './decideFolder'
import type { PolicySheet } from './policySheet'

describe('a path is inside of a folder', () => {
  it.each([
    ['/work', '/work'],
    ['/work', '/work/a/..b'],
    ['/', '/etc'],
    ['C:\\Work', 'c:\\work\\a'],
  ])('%s holds %s', (folder, path) => expect(isInside(folder, path)).toBe(true))

  it.each([
    ['/work', '/workshop'],
    ['/work', '/'],
    ['/work', '/work/../etc'],
    ['C:\\Work', 'D:\\Work'],
    ['C:\\Work', '/Work'],
    ['/work', 'C:\\work'],
  ])('%s does not hold %s', (folder, path) => expect(isInside(folder, path)).toBe(false))
})

it('folders are shared only inside of what every policy names, and an empty list names none', () => {
  const sheets: PolicySheet[] = [
    { name: 'A', folders: { within: ['/work', '/srv'] } },
    { name: 'B', folders: { within: ['/srv/data'] } },
  ]
  expect(['/work/x', '/srv/data/x', '/srv/other'].map((path) => forbidsFolder({ sheets }, path))).toMatchObject([
    { reason: 'policy.folder', params: { by: 'B', path: '/work/x', folders: ['/srv/data'] } },
    undefined,
    { reason: 'policy.folder', params: { by: 'B', path: '/srv/other', folders: ['/srv/data'] } },
  ])
  expect(forbidsFolder({ sheets: [{ name: 'A', folders: { within: [] } }] }, '/x')?.params).toMatchObject({
    folders: { id: 'policy.none' },
  })
})

it('of two lists of set folders those count that are in both, and may be shared', () => {
  const sheets: PolicySheet[] = [
    { name: 'A', folders: { ofServers: { files: ['/a', '/b', '/c'] } } },
    { name: 'B', folders: { ofServers: { files: ['/c', '/b'] }, within: ['/b'] } },
  ]
  expect([fixedFolders({ sheets }, 'files'), fixedFolders({ sheets }, 'constructor')]).toEqual([
    { folders: ['/b'], by: ['A', 'B'], ask: { id: 'policy.ask', params: { name: 'A' } } },
    undefined,
  ])
})
