import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { delimiter } from 'node:path'
import { expect, it } from 'vitest'
import type { StdioLaunch } from '../../shared/domain/server'
import { temporaryFolder } from '../storage/testing/temporaryFolder'
import { createFindCommandFile } from './findCommandFile'

const { signal } = new AbortController()
const launch = (command: string, more: Partial<StdioLaunch> = {}): StdioLaunch => ({ kind: 'stdio', command, args: [], env: {}, ...more })

/** Two PATH folders with a program `tool` in each. The first folder also has a file that cannot be run. */
function folders() {
  const folder = temporaryFolder()
  for (const name of ['one', 'two']) {
    mkdirSync(folder.file(name))
    writeFileSync(folder.file(`${name}/tool`), '#!/bin/sh\n')
    chmodSync(folder.file(`${name}/tool`), 0o755)
  }
  mkdirSync(folder.file('one/only-two'))
  writeFileSync(folder.file('one/plain'), '')
  writeFileSync(folder.file('two/only-two'), '#!/bin/sh\n')
  chmodSync(folder.file('two/only-two'), 0o755)
  const path = ['one', 'two'].map(folder.file).join(delimiter)
  return { folder, path, find: createFindCommandFile(() => Promise.resolve(path)) }
}

it('SE-07: finds the file that a command means: the first on the PATH that can be run, as the server would find it', async () => {
  const { folder, find } = folders()
  using _ = folder
  expect(await find(launch('tool'), signal)).toBe(folder.file('one/tool'))
  // A folder with that name, or a file that cannot be run, is skipped.
  expect(await find(launch('only-two'), signal)).toBe(folder.file('two/only-two'))
  expect(await find(launch('plain'), signal)).toBeUndefined()
  expect(await find(launch('nowhere'), signal)).toBeUndefined()
})

it('takes the PATH that was typed for the server, and a path for what it says', async () => {
  const { folder, find } = folders()
  using _ = folder
  expect(await find(launch('tool', { env: { PATH: folder.file('two') } }), signal)).toBe(folder.file('two/tool'))
  expect(await find(launch('./tool', { cwd: folder.file('two') }), signal)).toBe(folder.file('two/tool'))
  expect(await find(launch('/nowhere/tool'), signal)).toBe('/nowhere/tool')
  expect(await find(launch('tool', { env: { PATH: { secret: 'path' } } }), signal)).toBeUndefined()
})

it('looks on Windows first in the folder that it runs in, as Windows does, whatever the PATH says', async () => {
  const { folder, path } = folders()
  using _ = folder
  const find = createFindCommandFile(() => Promise.resolve(path), 'win32')
  expect(await find(launch('tool', { cwd: folder.file('two') }), signal)).toBe(folder.file('two/tool'))
  expect(await find(launch('tool', { cwd: folder.path }), signal)).toBe(folder.file('one/tool'))
})

it.skipIf(process.platform === 'win32')(
  'looks where the system looks for an empty entry of the PATH: in the folder that it runs in',
  async () => {
    const { folder, find } = folders()
    using _ = folder
    const asked = launch('tool', { env: { PATH: `${delimiter}${folder.file('one')}` }, cwd: folder.file('two') })
    expect(await find(asked, signal)).toBe(folder.file('two/tool'))
  },
)
