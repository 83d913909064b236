import { spawn } from 'node:child_process'
import { chmodSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const fileOf = (dataDir: string): string => join(dataDir, 'open.html')

/**
 * Opens a one-time link in the person's browser. The link is passed in a file that only the person can read. On a command line, every user
 * of this computer could see the link and use it first.
 * @returns false when this computer has no program that opens browsers.
 */
export async function openInBrowser(link: string, dataDir: string): Promise<boolean> {
  const file = fileOf(dataDir)
  writeFileSync(file, `<!doctype html><meta charset="utf-8"><title>Parley</title><meta http-equiv="refresh" content="0;url=${link}">\n`, {
    mode: 0o600,
  })
  chmodSync(file, 0o600)
  const [command, ...args] = opener(process.platform, pathToFileURL(file).href)
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: 'ignore', detached: true })
    child.once('error', () => resolve(false))
    child.once('spawn', () => {
      child.unref()
      resolve(true)
    })
  })
}

/** Removes the file. Its link is useless by then. */
export function forgetOpened(dataDir: string): void {
  rmSync(fileOf(dataDir), { force: true })
}

function opener(platform: NodeJS.Platform, address: string): readonly [string, ...string[]] {
  if (platform === 'darwin') return ['open', address]
  // rundll32 passes the address unchanged. `start` would need a shell, which interprets & and %.
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler', address]
  return ['xdg-open', address]
}
