// The servers among whose tools the bench searches, each in one version. They are no dependencies: only the bench fetches them.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, runNpm, say } from './prepare.mjs'

const servers = JSON.parse(readFileSync(join(root, 'e2e', 'bench', 'toolSearch', 'servers.json'), 'utf8'))
const folder = join(root, 'out', 'toolServers')
const done = join(folder, 'fetched')

/**
 * Fetches the servers that are missing, each into a folder of its own, as npx does, without running a script of theirs. The bench leaves out the search
 * among tools when one cannot be fetched.
 */
export async function ensureToolServers() {
  if (existsSync(done)) return
  say(`Fetching ${servers.length} servers, to search among their tools (some minutes)`)
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  try {
    for (const { server, package: spec } of servers) {
      const own = join(folder, server)
      if (existsSync(join(own, 'package-lock.json'))) continue
      mkdirSync(own, { recursive: true })
      writeFileSync(join(own, 'package.json'), '{ "private": true }\n')
      await runNpm(['install', '--prefix', own, '--save-exact', ...quiet, spec])
    }
    writeFileSync(done, '')
  } catch (error) {
    say(`The servers could not be fetched, so no search among tools is measured: ${error.message}`)
  }
}
