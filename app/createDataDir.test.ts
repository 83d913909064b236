import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createDataDir } from './createDataDir'

it.skipIf(process.platform === 'win32')(
  'K07: a data folder is its owner’s alone, also one that was not, and no folder of others is touched',
  () => {
    const root = mkdtempSync(join(tmpdir(), 'parley-data-'))
    onTestFinished(() => rmSync(root, { recursive: true }))
    const inside = { used: ['parley.db', 'servers.json'], empty: [], project: ['index.html'] }
    for (const [name, files] of Object.entries(inside)) {
      mkdirSync(join(root, name))
      for (const file of files) writeFileSync(join(root, name, file), '')
      chmodSync(join(root, name), 0o755)
    }
    const modes = [...Object.keys(inside), 'new'].map((name) => {
      createDataDir(join(root, name))
      return (statSync(join(root, name)).mode & 0o777).toString(8)
    })
    expect(modes).toEqual(['700', '700', '755', '700'])
  },
)
