// The fast part of `npm test`: types, lint (with the architecture table), format, unused code, and the unit tests that start no server and
// are not tagged `slow`. Prints one line per step.
import { spawn } from 'node:child_process'
import { nodeTool, withToolsInPath } from './lib/nodeTool.mjs'
import { ensureInstalled, root } from './lib/prepare.mjs'

const code = ['shared', 'main', 'app', 'preload', 'renderer', 'e2e', 'scripts', 'oxlint.config.ts']

/** For each step: its name, the package of its program, and the arguments. */
const steps = [
  // The project of app/ includes main/, which has the same settings: no file of it is checked twice.
  // The files in e2e/ that start the whole host have their own project, because they read all of main/.
  ...['shared', 'app', 'preload', 'renderer', 'renderer/confinedFrame/frames', 'scripts', 'e2e', 'e2e/tsconfig.host.json'].map((side) => [
    `types of ${side}`,
    'typescript',
    // Unchanged files are not checked again.
    ['-p', side, '--incremental', '--tsBuildInfoFile', `node_modules/.cache/tsc/${side.replaceAll(/\W/g, '-')}.tsbuildinfo`],
  ]),
  ['lint', 'oxlint', ['--type-aware', ...code]],
  ['format', 'prettier', ['--check', '--cache', '--no-editorconfig', '--log-level', 'warn', '.']],
  ['unused code', 'knip', ['--no-progress', '--cache']],
]
const unitTests = [
  'unit tests',
  'vitest',
  ['run', '--silent=passed-only', '--project', 'host', '--project', 'renderer', '--tags-filter', '!slow'],
]

/** Runs one step to its end. Resolves to its output and whether it passed. */
function run([name, tool, args]) {
  const started = Date.now()
  return new Promise((resolve) => {
    const child = spawn(...nodeTool(tool, args), {
      cwd: root,
      // The compiler and the linter are Go programs that hold all types in memory until they end: they collect garbage only to stay below the limit.
      env: { GOGC: 'off', GOMEMLIMIT: '2GiB', ...withToolsInPath(), FORCE_COLOR: '0' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const output = []
    child.stdout.on('data', (chunk) => output.push(chunk))
    child.stderr.on('data', (chunk) => output.push(chunk))
    child.on('error', (error) => resolve({ name, passed: false, output: error.message, ms: Date.now() - started }))
    child.on('close', (status) =>
      resolve({ name, passed: status === 0, output: Buffer.concat(output).toString(), ms: Date.now() - started }),
    )
  })
}

function report({ name, passed, output, ms }) {
  process.stdout.write(`${passed ? 'ok    ' : 'FAILED'} ${name} (${(ms / 1000).toFixed(1)} s)\n`)
  if (!passed) process.stdout.write(`${output.trimEnd()}\n`)
  return passed
}

async function inParallel(queue, lanes) {
  const waiting = [...queue]
  const results = []
  const lane = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) results.push(report(await run(step)))
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return results.every(Boolean)
}

await ensureInstalled()
const only = process.argv.includes('--no-unit') ? steps : [unitTests, ...steps]
process.exitCode = (await inParallel(only, 2)) ? 0 : 1
