import type { ImportedMessage } from './importedConversation'

/** A message of another program's tree. Nodes that are no message of a person or a model have none: they only hold others together. */
export interface ForeignNode {
  readonly id: string
  readonly parent: string | undefined
  readonly message: Omit<ImportedMessage, 'id' | 'parent'> | undefined
}

/**
 * Pure: puts messages in an order in which each comes after its parent, and joins those whose parent is no message to the next one that is.
 * A parent that is missing counts as none, what is in a circle begins anew where the circle was found, and what has the id of another one gets one of its own. Linear, and not recursive: a
 * stranger decides how many there are, and how deep.
 * @returns the messages, and for each node the nearest message at or above it
 */
export function orderMessages(nodes: readonly ForeignNode[]): {
  readonly messages: readonly ImportedMessage[]
  readonly messageOf: ReadonlyMap<string, string | undefined>
} {
  const byId = withOwnIds(nodes)
  const messageOf = new Map<string, string | undefined>()
  const messages: ImportedMessage[] = []
  for (const id of byId.keys()) {
    const path: ForeignNode[] = []
    const onPath = new Set<string>()
    let next = byId.get(id)
    while (next && !messageOf.has(next.id) && !onPath.has(next.id)) {
      path.push(next)
      onPath.add(next.id)
      next = next.parent === undefined ? undefined : byId.get(next.parent)
    }
    let parent = next && messageOf.get(next.id)
    for (const node of path.reverse()) {
      if (node.message) {
        messages.push({ id: node.id, parent, ...node.message })
        parent = node.id
      }
      messageOf.set(node.id, parent)
    }
  }
  return { messages, messageOf }
}

/** Who names an id that several have means the first of them. */
function withOwnIds(nodes: readonly ForeignNode[]): ReadonlyMap<string, ForeignNode> {
  const byId = new Map<string, ForeignNode>()
  for (const [index, node] of nodes.entries()) {
    // Short, and none that a program would write.
    const id = byId.has(node.id) ? `\u0000${index}` : node.id
    if (!byId.has(id)) byId.set(id, { ...node, id })
  }
  return byId
}
