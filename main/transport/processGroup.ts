import { spawn } from 'node:child_process'
import { log } from '../lib/log'
import { isErrno } from './processIdentity'

/** Sends a signal to a process and to every process in its group. Does nothing if all have ended. */
export function signalGroup(pid: number, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (process.platform === 'win32') {
    // Windows has no process groups. taskkill ends the process tree.
    const taskkill = spawn('taskkill', ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore', windowsHide: true })
    taskkill.on('error', (error) => log('warn', 'A process could not be ended', { pid, error }))
    return
  }
  signalQuietly(-pid, signal)
}

/** Sends a signal to one process, which may have ended already. */
export function signalQuietly(pid: number, signal: 'SIGTERM' | 'SIGKILL'): void {
  try {
    process.kill(pid, signal)
  } catch (thrown) {
    if (!isErrno(thrown, 'ESRCH') && !isErrno(thrown, 'EPERM')) throw thrown
  }
}
