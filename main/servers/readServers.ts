import { findNodeAtLocation, type Node } from 'jsonc-parser'
import type { BrokenServer } from '../../shared/domain/server'
import { duplicateName, objectFault, valueOf, type JsonFault } from '../storage/parseJson'
import { parseServer, type WrittenServer } from './parseServer'

/** One member of `mcpServers`, as it is in the file. */
export interface Entry {
  readonly name: string
  readonly node: Node
}

/** Pure: returns the members of `mcpServers` in order. A duplicate name is returned twice. */
export function entriesOf(tree: Node | undefined): Entry[] {
  const list = tree && findNodeAtLocation(tree, ['mcpServers'])
  return (list?.children ?? []).flatMap((member) => {
    const [name, node] = member.children ?? []
    return name && node ? [{ name: String(name.value), node }] : []
  })
}

/** Pure: returns the error that makes the whole `servers.json` unusable. A single bad entry does not. */
export function serversFault(tree: Node | undefined): JsonFault | undefined {
  const list = tree && findNodeAtLocation(tree, ['mcpServers'])
  if (list && list.type !== 'object') return { message: { id: 'json.fault.serversNotAnObject' }, offset: list.offset }
  return objectFault(tree, 1)
}

interface Known {
  readonly text: string
  readonly server: WrittenServer | BrokenServer
}

/** Reads all entries. There may be thousands: entries with unchanged text are not parsed again. */
export class ServersReader {
  #known = new Map<string, Known>()

  read(text: string, tree: Node | undefined): { readonly servers: readonly WrittenServer[]; readonly broken: readonly BrokenServer[] } {
    const entries = entriesOf(tree)
    const groups = Map.groupBy(entries, ({ name }) => name)
    const known = new Map<string, Known>()
    const parsed = [...groups].map(([name, [first, second]]) => {
      if (!first || second) return parseServer(name, undefined, name)
      const own = text.slice(first.node.offset, first.node.offset + first.node.length)
      const before = this.#known.get(name)
      const server = before?.text === own ? before.server : parseServer(name, valueOf(first.node), duplicateName(first.node)?.name)
      known.set(name, { text: own, server })
      return server
    })
    this.#known = known
    const servers: WrittenServer[] = []
    const broken: BrokenServer[] = []
    for (const server of parsed) {
      if ('error' in server) broken.push(server)
      else servers.push(server)
    }
    return { servers, broken }
  }
}
