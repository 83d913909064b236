import type { ServerId } from '../../shared/domain/ids'
import type { ChatSettings } from '../../shared/domain/projects/project'

/** Pure: the settings under the new name of a server. The same object if they do not name it. */
export function renameServerInSettings(settings: ChatSettings, from: ServerId, to: ServerId): ChatSettings {
  const { switches } = settings
  if (!switches || !(Object.hasOwn(switches.servers, from) || Object.hasOwn(switches.tools, from))) return settings
  return { ...settings, switches: { servers: renameKey(switches.servers, from, to), tools: renameKey(switches.tools, from, to) } }
}

/** Pure: a table by server with one of its servers under another name. What was there under that name was of a server that is gone. */
export function renameKey<T>(table: Readonly<Record<ServerId, T>>, from: ServerId, to: ServerId): Readonly<Record<ServerId, T>> {
  if (!Object.hasOwn(table, from)) return table
  const others = Object.entries(table).filter(([server]) => server !== to)
  return Object.fromEntries(others.map(([server, value]) => [server === from ? to : server, value]))
}

/**
 * Pure: the settings once another program has the name of a server. What is off stays off; what was turned on was turned on for the program
 * before. The same object if nothing changes.
 */
export function forgetServerInSettings(settings: ChatSettings, serverId: ServerId): ChatSettings {
  const { switches } = settings
  const isOn = (server: string, on: boolean): boolean => server === serverId && on
  const hasOn = switches && (switches.servers[serverId] === true || Object.values(switches.tools[serverId] ?? {}).includes(true))
  if (!hasOn) return settings
  return {
    ...settings,
    switches: {
      servers: Object.fromEntries(Object.entries(switches.servers).filter(([server, on]) => !isOn(server, on))),
      tools: Object.fromEntries(
        Object.entries(switches.tools).map(([server, tools]) => [
          server,
          Object.fromEntries(Object.entries(tools).filter(([, on]) => !isOn(server, on))),
        ]),
      ),
    },
  }
}

/** Pure: the settings without servers that are gone for good. The same object if there are none. */
export function keepServersInSettings(settings: ChatSettings, servers: ReadonlySet<string>): ChatSettings {
  const { switches } = settings
  if (!switches || Object.keys({ ...switches.servers, ...switches.tools }).every((server) => servers.has(server))) return settings
  return { ...settings, switches: { servers: keepKeys(switches.servers, servers), tools: keepKeys(switches.tools, servers) } }
}

/** Pure: a table by server with these servers alone. */
export function keepKeys<T>(table: Readonly<Record<ServerId, T>>, servers: ReadonlySet<string>): Readonly<Record<ServerId, T>> {
  return Object.fromEntries(Object.entries(table).filter(([server]) => servers.has(server)))
}
