import { existsSync } from 'node:fs'
import type { ServerCommand } from './contestant'

/** Gives a process a session of its own and becomes it (util-linux). */
const setsid = '/usr/bin/setsid'

/**
 * The same server in a session of its own, as Parley starts each, to be able to end all that it starts. On a busy Linux, what shares a
 * session shares its turns on the processor; a comparison must not be about that.
 */
export function inOwnSession(server: ServerCommand): ServerCommand {
  return existsSync(setsid) ? { ...server, command: setsid, args: [server.command, ...server.args] } : server
}
