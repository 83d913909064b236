import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Browser } from '@playwright/test'
import { untilEnded } from './untilEnded.ts'
import { environmentOf, type RunningShell, type ShellStart } from './shell.ts'

/** Starts the browser shell and opens its one-time link in a new page. */
export async function startBrowserShell(start: ShellStart, browser: Browser): Promise<RunningShell> {
  const args = ['out/main/browser.js', '--no-open', '--port', '0', '--data-dir', start.dataDir, ...start.args]
  const child = spawn(start.node ?? process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], env: environmentOf(start) })
  const printed: string[] = []
  child.stderr.on('data', (chunk) => printed.push(String(chunk)))
  const exited = once(child, 'exit')
  const [line] = (await Promise.race([
    once(createInterface({ input: child.stdout }), 'line'),
    exited.then(([code]) => Promise.reject(new Error(`Parley ended with ${code} before it printed its link\n${printed.join('')}`))),
  ])) as [string]
  const link = /^Parley: (http:\S+)$/.exec(line)?.[1]
  if (link === undefined) throw new Error(`This is no link: ${line}`)
  const context = await browser.newContext()
  const end = async (signal: 'SIGTERM' | 'SIGKILL'): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal)
    await untilEnded(child)
    await context.close()
  }
  const page = await context.newPage()
  return {
    page,
    open: () => page.goto(link),
    context,
    pid: child.pid ?? -1,
    output: () => printed.join(''),
    quit: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  }
}
