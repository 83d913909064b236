import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Returns the processes with which this one should end: its parent, and npm behind the shell in which it runs scripts. */
export function starters() {
  const npm = process.env.npm_lifecycle_event ? parentOf(process.ppid) : undefined
  return [process.ppid, npm].filter((pid) => pid !== undefined && pid > 1)
}

export function lives(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

function parentOf(pid) {
  if (process.platform === 'win32') return undefined
  if (process.platform !== 'linux') return Number(execFileSync('ps', ['-o', 'ppid=', '-p', String(pid)], { encoding: 'utf8' }))
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
  // The second field is a name in parentheses that may contain spaces. The parent is the second field after it.
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
}
