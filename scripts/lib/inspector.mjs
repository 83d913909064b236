// The program with whose start the bench compares Parley's: MCP Inspector, in one version. It is no dependency: only the bench fetches it.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, runNpm, say } from './prepare.mjs'

const inspector = '@modelcontextprotocol/inspector@2.12.0'
const folder = join(root, 'out', 'inspector')
const program = join(folder, 'node_modules', '@modelcontextprotocol', 'inspector', 'clients', 'launcher', 'build', 'index.js')

/** Fetches MCP Inspector if it is missing. Without it, the bench leaves out what is compared with it. */
export async function ensureInspector() {
  if (existsSync(program)) return
  say('Fetching MCP Inspector, to compare its start (a minute)')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
  try {
    const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
    await runNpm(['install', '--prefix', folder, '--save-exact', ...quiet, inspector])
  } catch (error) {
    say(`MCP Inspector could not be fetched, so no start is measured: ${error.message}`)
  }
}
