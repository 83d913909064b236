import { mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

/** Marks the position of the fuses in Electron's binary. After it come a version, a count, and one byte for each fuse. */
const sentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'
const FUSES = '101100111'

const emptyFiles = [
  'LICENSE',
  'LICENSES.chromium.html',
  'chrome-sandbox',
  'chrome_100_percent.pak',
  'chrome_crashpad_handler',
  'icudtl.dat',
  'locales/en-US.pak',
  'resources.pak',
  'snapshot_blob.bin',
]

/**
 * Fills a folder with the files that electron-builder expects in a download of Electron for Linux. They are empty, except for a binary with
 * fuses.
 */
export function writeStubElectron(folder: string): void {
  const { version } = createRequire(import.meta.url)('electron/package.json') as { version: string }
  mkdirSync(join(folder, 'locales'), { recursive: true })
  mkdirSync(join(folder, 'resources'))
  for (const name of emptyFiles) writeFileSync(join(folder, name), '\n')
  writeFileSync(join(folder, 'version'), version)
  const wire = Buffer.concat([Buffer.from(sentinel), Buffer.from([1, FUSES.length]), Buffer.from(FUSES)])
  writeFileSync(join(folder, 'electron'), Buffer.concat([Buffer.from('#!/bin/sh\nexit 0\n#'), wire, Buffer.from('\n')]), { mode: 0o755 })
}
