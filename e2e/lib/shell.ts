import { join } from 'node:path'
import type { BrowserContext, ElectronApplication, Page } from '@playwright/test'

/** Which shell a spec runs on: the real Electron, its double, or the browser shell. */
export type ShellKind = 'electron' | 'double' | 'browser'

/** What every shell starts with. All folders are its own, so that it reads and changes nothing of the person who runs the tests. */
export interface ShellStart {
  readonly dataDir: string
  readonly home: string
  readonly env: Readonly<Record<string, string>>
  readonly args: readonly string[]
  /** The Node that runs it, if it runs on one. Absent: the one of the test. */
  readonly node?: string
}

/** One running Parley process. */
export interface RunningShell {
  readonly page: Page
  readonly context: BrowserContext
  readonly pid: number
  readonly electronApp?: ElectronApplication
  /** Shows the first screen. The start of the shell does not do this, so that a spec can record all messages of the page while it loads. */
  open(): Promise<unknown>
  /** Returns everything that it has printed on stderr so far. */
  output(): string
  /** Ends Parley as a person does. */
  quit(): Promise<void>
  /** Ends Parley as with `kill -9`: it has no chance to clean up. */
  kill(): Promise<void>
}

const compileCache = join(import.meta.dirname, '../../test-results/compile-cache')

/** Returns the few variables that Parley needs. They contain nothing of the user's environment and exclude the user's keychain. */
export function environmentOf({ home, env }: ShellStart): Record<string, string> {
  const kept = ['PATH', 'LANG', 'DISPLAY', 'WAYLAND_DISPLAY', 'XAUTHORITY', 'TMPDIR', 'SystemRoot']
  const own = Object.fromEntries(kept.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])))
  return {
    ...own,
    HOME: home,
    USER: process.env['USER'] ?? 'tester',
    SHELL: '/bin/sh',
    XDG_CONFIG_HOME: `${home}/.config`,
    XDG_RUNTIME_DIR: home,
    PARLEY_KEYS: 'memory',
    // Parley is compiled once for all tests: its start takes a third less of the processor.
    NODE_COMPILE_CACHE: compileCache,
    ...env,
  }
}
