// Uses Parley for a long time with everything that can go wrong: `npm run soak -- --hours 1`, `-- --minutes 10 --seed 7`. Plain Node 20.
// e2e/soak/README.md says what happens then. It ends with 1 when something was lost, grew or was left behind.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { nodeBin } from './lib/nodeTool.mjs'
import { ensureBuilt, ensureInstalled, root, say } from './lib/prepare.mjs'

if (process.platform === 'linux') {
  await ensureInstalled()
  await ensureBuilt()
  const { status } = spawnSync(nodeBin(), [join(root, 'e2e', 'soak', 'soak.ts'), ...process.argv.slice(2)], { cwd: root, stdio: 'inherit' })
  process.exitCode = status ?? 1
} else {
  say('The soak reads what Linux tells about processes. It runs there only.')
}
