import { join } from 'node:path'
import { nodeTool } from './nodeTool.mjs'
import { root, run } from './prepare.mjs'

/** Where a run of the conformance suite writes down how it went. */
export const conformanceReport = join(root, 'test-results', 'conformance.json')
/** The program that runs it, once the driver is bundled. */
export const conformanceRunner = join(root, 'e2e', 'conformance', 'run.ts')

/** Makes one program of the host and the driver; it takes about a second, so that nobody needs to know whether it is up to date. */
export async function bundleDriver() {
  await run(...nodeTool('vite', ['build', '--config', join('e2e', 'conformance', 'bundle.config.ts')]))
}
