// Runs only the official conformance suite of the protocol: `npm run conformance`, `npm run conformance -- sse-retry`. Plain Node 20.
import { spawnSync } from 'node:child_process'
import { bundleDriver, conformanceRunner } from './lib/conformance.mjs'
import { nodeBin } from './lib/nodeTool.mjs'
import { ensureInstalled, root } from './lib/prepare.mjs'

await ensureInstalled()
await bundleDriver()
const { status } = spawnSync(nodeBin(), [conformanceRunner, ...process.argv.slice(2)], { cwd: root, stdio: 'inherit' })
process.exitCode = status ?? 1
