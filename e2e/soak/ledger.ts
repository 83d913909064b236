/** The value of something that Parley keeps: a title, a draft. Undefined: it is not there. */
export type Kept = string | undefined

interface Entry {
  /** The value that the host acknowledged last. */
  acknowledged: Kept
  /** Values whose calls ended without a reply since then. The host may have taken any of them. */
  readonly possible: Set<Kept>
}

/**
 * What the host has acknowledged, by the name of the thing. A change that was asked for counts as possible until its reply: a host that was
 * killed meanwhile may have made it or not. The changes of one name come one after the other.
 */
export class Ledger {
  readonly #entries = new Map<string, Entry>()

  /** Notes a change before it is asked for. The returned function takes the reply: true for done, false for refused, undefined for none. */
  change(name: string, value: Kept): (done: boolean | undefined) => void {
    const entry = this.#entries.get(name) ?? { acknowledged: undefined, possible: new Set<Kept>() }
    this.#entries.set(name, entry)
    entry.possible.add(value)
    return (done) => {
      if (done === undefined) return
      if (done) {
        entry.acknowledged = value
        entry.possible.clear()
      } else if (entry.acknowledged !== value) {
        entry.possible.delete(value)
      }
    }
  }

  /** Notes what was found after a restart: from now on exactly that has to stay. */
  settle(name: string, value: Kept): void {
    this.#entries.set(name, { acknowledged: value, possible: new Set() })
  }

  /** The value that the host acknowledged last. */
  acknowledged(name: string): Kept {
    return this.#entries.get(name)?.acknowledged
  }

  /** Forgets everything whose name starts so, because it has gone on purpose. */
  forget(prefix: string): void {
    for (const name of this.#entries.keys()) if (name.startsWith(prefix)) this.#entries.delete(name)
  }

  get size(): number {
    return this.#entries.size
  }

  names(): readonly string[] {
    return [...this.#entries.keys()]
  }

  /** Compares with what is there now. Returns a line for each thing that is neither what was acknowledged nor a change under way. */
  lost(now: (name: string) => Kept): readonly string[] {
    return [...this.#entries].flatMap(([name, { acknowledged, possible }]) => {
      const found = now(name)
      if (found === acknowledged || possible.has(found)) return []
      return [`${name}: acknowledged ${describe(acknowledged)}, found ${describe(found)}`]
    })
  }
}

function describe(value: Kept): string {
  return value === undefined ? 'nothing' : JSON.stringify(value.slice(0, 80))
}
