import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A command that leaves a trace when it runs, even if it fails later. */
export interface EventRecorder extends Disposable {
  readonly command: string
  readonly args: readonly string[]
  ran(): boolean
}

export function eventRecorder(): EventRecorder {
  const folder = mkdtempSync(join(tmpdir(), 'parley-witness-'))
  const file = join(folder, 'ran')
  return {
    command: process.execPath,
    args: ['-e', `require('node:fs').writeFileSync(${JSON.stringify(file)}, '')`],
    ran: () => existsSync(file),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  }
}
