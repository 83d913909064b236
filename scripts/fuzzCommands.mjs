// Compares what Parley understands of command lines with what npx, npm, pnpm, yarn, bunx, docker and podman really run: `npm run fuzz:commands -- 200 7`
// (lines for each program, seed; a third word, such as `docker`, tries that one alone). Other programs than npm's are taken from PARLEY_FUZZ_PATH, a list of folders. Plain Node 20.
import { spawnSync } from 'node:child_process'
import { nodeTool } from './lib/nodeTool.mjs'
import { ensureInstalled, root } from './lib/prepare.mjs'

await ensureInstalled()
const [lines = '100', seed = String(Date.now() % 100_000), only] = process.argv.slice(2)
process.stdout.write(`${lines} lines for each program, seed ${seed}\n`)
const [node, args] = nodeTool('vitest', ['run', 'main/policy/commands/', ...(only ? ['-t', `P01: ${only}`] : [])])
const { status } = spawnSync(node, args, {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, PARLEY_FUZZ_LINES: lines, PARLEY_FUZZ_SEED: seed },
})
process.exitCode = status ?? 1
