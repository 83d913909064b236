import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { sourceStack } from './sourceStack'

// Catches: a crash names places in compiled code only, or the search for a map is a second crash.
it('names the places of the sources, and leaves what has no map as it is', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-maps-'))
  try {
    const at = (name: string): string => pathToFileURL(join(folder, name)).href
    writeFileSync(join(folder, 'mapped.js.map'), JSON.stringify({ version: 3, sources: ['../app/start.ts'], names: [], mappings: 'AAEE' }))
    writeFileSync(join(folder, 'broken.js.map'), 'no map')
    const stack = `Error: why\n    at serve (${at('mapped.js')}:1:1)\n    at ${at('broken.js')}:1:1\n    at run (node:internal/run:3:4)`
    expect(sourceStack(stack)).toBe(stack.replace(`${at('mapped.js')}:1:1`, '../app/start.ts:3:3'))
    expect(sourceStack(undefined)).toBeUndefined()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
