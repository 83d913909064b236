import { spawn, type SpawnOptions } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
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

/** The same, with its output in a file. */
export async function runParleyInto(file: string, parley: Parley, args: readonly string[]): Promise<Pick<Ran, 'code' | 'err'>> {
  const out = openSync(file, 'w')
  const options = { env: environmentOf(parley), stdio: ['ignore', out, 'pipe'] } satisfies SpawnOptions
  const child = spawn(process.execPath, [cli, '--data-dir', parley.dataDir, ...args], options)
  closeSync(out)
  const [err] = await Promise.all([child.stderr ? text(child.stderr) : '', once(child, 'close')])
  return { code: child.exitCode, err }
}

/**
 * Interrupts the command line, as Ctrl+C does, once `when` has come. Its stdin stays open. Returns how it ended, and after how many milliseconds.
 */
export async function interruptParley(
  parley: Parley,
  args: readonly string[],
  when: (stdin: Writable) => Promise<unknown>,
): Promise<Ran & { readonly ms: number }> {
  const child = spawn(process.execPath, [cli, '--data-dir', parley.dataDir, ...args], { env: environmentOf(parley) })
  // It may end before it has read everything.
  child.stdin.on('error', () => undefined)
  const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  await when(child.stdin)
  const began = performance.now()
  child.kill('SIGINT')
  const [out, err] = await ended
  return { code: child.exitCode, out, err, ms: performance.now() - began }
}

async function run(parley: Parley, args: readonly string[], stdin: string): Promise<Ran> {
  const child = spawn(process.execPath, [cli, ...args], { env: environmentOf(parley) })
  child.stdin.end(stdin)
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code: child.exitCode, out, err }
}

function environmentOf(parley: Parley): NodeJS.ProcessEnv {
  return {
    PATH: process.env['PATH'],
    HOME: parley.home,
    XDG_CONFIG_HOME: join(parley.home, '.config'),
    SHELL: '/bin/sh',
    PARLEY_KEYS: 'memory',
    ...parley.env,
  }
}
