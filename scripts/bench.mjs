// How quick Parley is, beside what it could be: `npm run bench`, `npm run bench -- large`, `npm run bench -- --write`. Plain Node 20.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { ensureChromium } from './lib/chromium.mjs'
import { ensureBuilt, ensureInstalled, nodeBin, root, run } from './lib/prepare.mjs'

await ensureInstalled()
await ensureBuilt()
await ensureChromium()
const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
await run(nodeBin(), [vite, 'build', '--config', join('e2e', 'bench', 'bundle.config.ts')])
const { status } = spawnSync(nodeBin(), [join(root, 'out', 'bench', 'bench.js'), ...process.argv.slice(2)], { cwd: root, stdio: 'inherit' })
process.exitCode = status ?? 1
