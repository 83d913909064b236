import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** The processes whose end is ours too: the one that started this one, and npm behind the shell that it runs scripts in. */
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
  // The second field is a name in parentheses that may hold spaces; the parent is the second after it.
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
}
