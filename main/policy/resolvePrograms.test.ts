import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { expect, it } from 'vitest'
import { resolvePrograms } from './resolvePrograms'

it.skipIf(process.platform === 'win32')('finds programs as they would be started, and where links lead from there', async () => {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'parley-path-')))
  const program = (folder: string, name: string, mode = 0o755) => {
    mkdirSync(join(home, folder), { recursive: true })
    writeFileSync(join(home, folder, name), '')
    chmodSync(join(home, folder, name), mode)
  }
  try {
    program('first', 'notes', 0o644)
    program('second', 'tool')
    program('real', 'npx')
    symlinkSync(join(home, 'real', 'npx'), join(home, 'first', 'safe'))
    const path = [join(home, 'first'), join(home, 'second')].join(delimiter)
    const places = await resolvePrograms(['tool', 'safe', 'notes', './tool', join(home, 'real', 'npx')], path, join(home, 'second'))
    expect([...places]).toEqual([
      ['tool', [join(home, 'second', 'tool')]],
      ['safe', [join(home, 'first', 'safe'), join(home, 'real', 'npx')]],
      ['notes', []],
      ['./tool', [`${home}/second/./tool`, join(home, 'second', 'tool')]],
      [join(home, 'real', 'npx'), [join(home, 'real', 'npx')]],
    ])
    mkdirSync(join(home, 'first', 'tool'))
    expect((await resolvePrograms(['tool'], path, undefined)).get('tool')).toEqual([join(home, 'second', 'tool')])
    const fromHere = await resolvePrograms(['tool'], ['second', join(home, 'first')].join(delimiter), home)
    const empty = await resolvePrograms(['tool'], '', join(home, 'second'))
    expect([fromHere.get('tool'), empty.get('tool')]).toEqual([[join(home, 'second', 'tool')], [join(home, 'second', 'tool')]])
  } finally {
    rmSync(home, { recursive: true })
  }
})
