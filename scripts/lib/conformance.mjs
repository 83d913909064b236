import { join } from 'node:path'
import { nodeTool } from './nodeTool.mjs'
import { root, run } from './prepare.mjs'

/** The file to which a run of the conformance suite writes its report. */
export const conformanceReport = join(root, 'test-results', 'conformance.json')
/** The program that runs the suite, after the driver is bundled. */
export const conformanceRunner = join(root, 'e2e', 'conformance', 'run.ts')

/** Bundles the host and the driver into one program. This takes about a second, so it always runs. */
export async function bundleDriver() {
  await run(...nodeTool('vite', ['build', '--config', join('e2e', 'conformance', 'bundle.config.ts')]))
}
