import type { Adapter } from 'oidc-provider'

interface Kept {
  readonly grantId?: string
  readonly uid?: string
  readonly userCode?: string
  consumed?: number
}

/** Everything that the authorization server stores. It is in memory, so that the test can access it. */
export class TokenStore {
  readonly #kinds = new Map<string, Map<string, Kept>>()

  /** The storage adapter that oidc-provider needs for each kind of record. */
  adapterOf(kind: string): Adapter {
    const kept = this.#of(kind)
    const findBy = async (isIt: (one: Kept) => boolean): Promise<Kept | undefined> => [...kept.values()].find(isIt)
    return {
      upsert: async (id, payload) => void kept.set(id, payload),
      find: async (id) => kept.get(id),
      findByUid: (uid) => findBy((one) => one.uid === uid),
      findByUserCode: (code) => findBy((one) => one.userCode === code),
      consume: async (id) => {
        const one = kept.get(id)
        if (one) one.consumed = Math.floor(Date.now() / 1000)
      },
      destroy: async (id) => void kept.delete(id),
      revokeByGrantId: async (grantId) => {
        for (const [id, one] of kept) if (one.grantId === grantId) kept.delete(id)
      },
    }
  }

  /** Deletes all records of these kinds. */
  forget(...kinds: readonly ('AccessToken' | 'RefreshToken' | 'Client')[]): void {
    for (const kind of kinds) this.#of(kind).clear()
  }

  /** Returns the ids of all records of one kind. The id of a token is the token itself. */
  names(kind: 'AccessToken' | 'RefreshToken'): readonly string[] {
    return [...this.#of(kind).keys()]
  }

  #of(kind: string): Map<string, Kept> {
    const kept = this.#kinds.get(kind) ?? new Map<string, Kept>()
    this.#kinds.set(kind, kept)
    return kept
  }
}
