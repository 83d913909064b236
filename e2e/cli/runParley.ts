import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Parley } from '../lib/parley.ts'

export interface Ran {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

const cli = join(import.meta.dirname, '../../out/main/cli.js')

/** Runs the compiled command line on the data folder of `parley`, without a terminal. */
export function runParley(parley: Parley, args: readonly string[], stdin = ''): Promise<Ran> {
  return run(parley, ['--data-dir', parley.dataDir, ...args], stdin)
}

/** The same on the servers of one configuration file. */
export function runConfigured(parley: Parley, config: string, args: readonly string[]): Promise<Ran> {
  return run(parley, ['--config', config, ...args], '')
}

async function run(parley: Parley, args: readonly string[], stdin: string): Promise<Ran> {
  const child = spawn(process.execPath, [cli, ...args], {
    env: {
      PATH: process.env['PATH'],
      HOME: parley.home,
      XDG_CONFIG_HOME: join(parley.home, '.config'),
      SHELL: '/bin/sh',
      PARLEY_KEYS: 'memory',
      ...parley.env,
    },
  })
  child.stdin.end(stdin)
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code: child.exitCode, out, err }
}
