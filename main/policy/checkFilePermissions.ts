import { execFile } from 'node:child_process'
import { lstat, readlink } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { unsafePosix, writersInList, type PosixEntry } from './posixPermissions'
import { unsafeWindows } from './windowsPermissions'
import type { Message } from '../../shared/i18n/message'

const run = promisify(execFile)
const ANSWER_MS = 20_000
/** The administrators' group on macOS. */
const ADMIN_GROUP = 80
const POWERSHELL = 'C:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe'

/**
 * Why users other than root or Administrators could have written a file; undefined if they could not. Rejects if this cannot be checked.
 */
export async function checkFilePermissions(path: string): Promise<Message | undefined> {
  if (process.platform === 'win32') {
    return unsafeWindows(path, dirname(path), { isLink: async (at) => (await lstat(at)).isSymbolicLink(), sddl: sddlOf })
  }
  const isMac = process.platform === 'darwin'
  return unsafePosix(path, {
    lstat: async (at) => entryOf(await lstat(at)),
    readlink: (at) => readlink(at),
    // Elsewhere, the group bits already include the maximum that an access list grants.
    writersBeside: isMac ? accessListOf : async () => [],
    adminGroup: isMac ? ADMIN_GROUP : undefined,
  })
}

function entryOf(found: Awaited<ReturnType<typeof lstat>>): PosixEntry {
  const kind = found.isFile() ? 'file' : found.isDirectory() ? 'folder' : found.isSymbolicLink() ? 'link' : 'other'
  return { kind, uid: Number(found.uid), gid: Number(found.gid), mode: Number(found.mode) }
}

async function accessListOf(path: string): Promise<readonly string[]> {
  const { stdout } = await run('/bin/ls', ['-lde', path], { timeout: ANSWER_MS, env: {} })
  return writersInList(stdout)
}

/** The path is passed in a variable, because PowerShell would interpret it as part of the command. */
async function sddlOf(path: string): Promise<string> {
  const command = '(Get-Acl -LiteralPath $env:PARLEY_LOOKS_AT).Sddl'
  const env = { SystemRoot: 'C:\\Windows', PARLEY_LOOKS_AT: path }
  const { stdout } = await run(POWERSHELL, ['-NoProfile', '-NonInteractive', '-Command', command], { timeout: ANSWER_MS, env })
  return stdout
}
