import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A new folder for one test, removed when disposed. */
export function temporaryFolder(): { readonly path: string; file(name: string): string } & Disposable {
  const path = mkdtempSync(join(tmpdir(), 'parley-test-'))
  return { path, file: (name) => join(path, name), [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) }
}
