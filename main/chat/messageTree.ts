import type { MessageId } from '../../shared/domain/ids'

/** A message without its parts: where it stands in the tree. The first messages of a conversation have no parent. */
export interface MessageNode {
  readonly id: MessageId
  readonly parent: MessageId | null
}

/**
 * Pure: the messages of one conversation as a tree. Editing a message or asking for another answer adds a sibling, a *version*; nothing is
 * removed. What is shown is the path from the first message to one leaf.
 */
export class MessageTree {
  readonly #parents = new Map<MessageId, MessageId | null>()
  readonly #children = new Map<MessageId | null, MessageId[]>()

  /** @param nodes all messages of a conversation in the order in which they were made. A parent that is not among them counts as none. */
  constructor(nodes: readonly MessageNode[]) {
    const ids = new Set(nodes.map(({ id }) => id))
    for (const { id, parent } of nodes) {
      const known = parent !== null && ids.has(parent) && parent !== id ? parent : null
      this.#parents.set(id, known)
      const siblings = this.#children.get(known)
      if (siblings) siblings.push(id)
      else this.#children.set(known, [id])
    }
  }

  /** Returns the messages from the first one to this leaf. Without a leaf, or with one that is not here, to the newest one of all. */
  pathTo(leaf: MessageId | null): readonly MessageId[] {
    const path: MessageId[] = []
    const seen = new Set<MessageId>()
    let id = leaf !== null && this.#parents.has(leaf) ? leaf : this.#newest()
    // A database that somebody has written into may have a circle.
    while (id !== null && !seen.has(id)) {
      seen.add(id)
      path.push(id)
      id = this.#parents.get(id) ?? null
    }
    return path.reverse()
  }

  /** Returns all messages in the order in which they were made. */
  all(): readonly MessageId[] {
    return [...this.#parents.keys()]
  }

  /** Returns the versions of a message, itself among them, in the order in which they were made. Empty for a message that is not here. */
  versionsOf(id: MessageId): readonly MessageId[] {
    const parent = this.#parents.get(id)
    return parent === undefined ? [] : (this.#children.get(parent) ?? [])
  }

  /** Returns the end of the newest path that leads through a message: at each fork, the version that was made last. */
  newestLeaf(through: MessageId): MessageId {
    const seen = new Set<MessageId>()
    let id = through
    for (;;) {
      seen.add(id)
      const next = this.#children.get(id)?.at(-1)
      if (next === undefined || seen.has(next)) return id
      id = next
    }
  }

  #newest(): MessageId | null {
    return [...this.#parents.keys()].at(-1) ?? null
  }
}
