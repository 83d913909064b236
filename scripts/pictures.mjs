// Takes pictures of every dialog with a question, light and dark, for docs/dialogs.md, and of the screens for docs/screens.md:
// `npm run pictures`, `npm run pictures -- form`, `npm run pictures -- screens`.
// Plain Node 20.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { ensureChromium } from './lib/chromium.mjs'
import { nodeBin } from './lib/nodeTool.mjs'
import { ensureInstalled, root } from './lib/prepare.mjs'

await ensureInstalled()
const chromium = await ensureChromium()
const take = fileURLToPath(import.meta.resolve('./lib/takeDialogs.mjs'))
const { status } = spawnSync(nodeBin(), [take, chromium, ...process.argv.slice(2)], { cwd: root, stdio: 'inherit' })
process.exitCode = status ?? 1
