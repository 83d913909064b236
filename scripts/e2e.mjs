// The end-to-end tests alone: `npm run e2e`, `npm run e2e -- e2e/chatTurn.spec.ts --project browser`.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { ensureChromium } from './lib/chromium.mjs'
import { ensureBuilt, ensureInstalled, nodeBin, root } from './lib/prepare.mjs'

await ensureInstalled()
await ensureChromium()
await ensureBuilt()
const cli = join(root, 'node_modules', '@playwright', 'test', 'cli.js')
const { status } = spawnSync(nodeBin(), [cli, 'test', ...process.argv.slice(2)], { cwd: root, stdio: 'inherit' })
process.exitCode = status ?? 1
