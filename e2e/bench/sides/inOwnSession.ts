import { existsSync } from 'node:fs'
import type { ServerCommand } from './contestant'

/** Creates a new session and then executes the given program in it (util-linux). */
const setsid = '/usr/bin/setsid'

/**
 * Wraps a server so that it runs in a session of its own. Parley starts each server in this way, so that it can end all of the server's
 * processes. On a busy Linux system, the processes of one session share processor time. The comparison must not depend on that.
 */
export function inOwnSession(server: ServerCommand): ServerCommand {
  return existsSync(setsid) ? { ...server, command: setsid, args: [server.command, ...server.args] } : server
}
