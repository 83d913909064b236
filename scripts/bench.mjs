// Measures Parley's speed against a baseline: `npm run bench`, `npm run bench -- large`, `npm run bench -- --write`. Plain Node 20.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { ensureChromium } from './lib/chromium.mjs'
import { ensureInspector } from './lib/inspector.mjs'
import { nodeBin, nodeTool } from './lib/nodeTool.mjs'
import { ensureToolServers } from './lib/toolServers.mjs'
import { ensureBuilt, ensureInstalled, root, run } from './lib/prepare.mjs'

await ensureInstalled()
await ensureBuilt()
await ensureChromium()
const part = process.argv.slice(2).find((arg) => !arg.startsWith('--')) ?? ''
if ('starting'.includes(part)) await ensureInspector()
if ('tools'.includes(part)) await ensureToolServers()
await run(...nodeTool('vite', ['build', '--config', join('e2e', 'bench', 'bundle.config.ts')]))
const { status } = spawnSync(nodeBin(), [join(root, 'out', 'bench', 'bench.js'), ...process.argv.slice(2)], { cwd: root, stdio: 'inherit' })
process.exitCode = status ?? 1
