import type { BrowserContext, ElectronApplication, Page } from '@playwright/test'

/** Which shell a spec runs on: the real Electron, its double, or the browser shell. */
export type ShellKind = 'electron' | 'double' | 'browser'

/** What every shell is started with: folders of its own, so that nothing of the person who runs the tests is read or changed. */
export interface ShellStart {
  readonly dataDir: string
  readonly home: string
  readonly env: Readonly<Record<string, string>>
  readonly args: readonly string[]
}

/** One running Parley. */
export interface RunningShell {
  readonly page: Page
  readonly context: BrowserContext
  readonly pid: number
  readonly electronApp?: ElectronApplication
  /** Shows the first screen. Not yet done when the shell has started, so that nobody misses what the page says while it loads. */
  open(): Promise<unknown>
  /** Everything it printed on stderr so far. */
  output(): string
  /** Ends as when a person quits. */
  quit(): Promise<void>
  /** Ends as with `kill -9`: nothing of Parley gets a chance to tidy up. */
  kill(): Promise<void>
}

/** The few variables that Parley needs; nothing of the user's own, and not the user's keychain. */
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
    ...env,
  }
}
