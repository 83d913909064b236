// Runs only the end-to-end tests: `npm run e2e`, `npm run e2e -- e2e/chatTurn.spec.ts --project browser`.
import { spawnSync } from 'node:child_process'
import { ensureChromium } from './lib/chromium.mjs'
import { nodeTool } from './lib/nodeTool.mjs'
import { ensureBuilt, ensureInstalled, root } from './lib/prepare.mjs'

await ensureInstalled()
await ensureChromium()
await ensureBuilt()
const { status } = spawnSync(...nodeTool('@playwright/test', ['test', ...process.argv.slice(2)]), { cwd: root, stdio: 'inherit' })
process.exitCode = status ?? 1
