import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FramePlace } from '../main/confinedFrames/confinedFrameStore'

/**
 * Returns a reader of Parley's own scripts that run in confined frames.
 * @param compiled The folder of the compiled host.
 */
export function frameScripts(compiled: string): FramePlace['scripts'] {
  return (name) => readFile(join(compiled, '..', 'frames', `${name}.js`), 'utf8')
}
