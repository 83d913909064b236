import type { SpanKind as OtelKind } from '@opentelemetry/api'
import type { Attributes, Convention, SpanFacts, SpanKind } from '../semanticConventions'
import type { Series } from './histograms'
import { cutValues, otelKind } from './recordedSpan'

/** As many descriptions are kept. Tools are named by servers. */
export const KEPT = 1_000
/** A description that follows from a longer text is not kept. */
const TEXT_CHARACTERS = 256

/** What many spans have in common, and what was made of that once. */
export interface SpanDescription {
  readonly name: string
  readonly kind: OtelKind
  readonly attributes: Attributes
  /** The fields of protobuf, once they were written. */
  readonly written: { name?: Uint8Array; attributes?: Uint8Array }
  /** Where the durations of those belong that ended without more to say, once one did. */
  series?: Series
}

/** The descriptions by the texts that they follow from, one after the other. */
class Branch {
  readonly next = new Map<string | undefined, Branch>()
  description: SpanDescription | undefined
}

/** Keeps what is made from the conventions for spans that are alike, such as the calls of one tool. */
export class SpanDescriptions {
  #root = new Branch()
  #kept = 0

  /** Undefined: each span of this kind is described by itself. */
  of<K extends SpanKind>(convention: Convention<K>, facts: SpanFacts[K]): SpanDescription | undefined {
    const texts = convention.followsFrom?.(facts)
    if (!texts) return undefined
    let branch = this.#root
    for (const text of texts) {
      const next = branch.next.get(text) ?? this.#grown(branch, text)
      if (!next) return describe(convention, facts)
      branch = next
    }
    return (branch.description ??= describe(convention, facts))
  }

  #grown(branch: Branch, text: string | undefined): Branch | undefined {
    if (text !== undefined && text.length > TEXT_CHARACTERS) return undefined
    if (this.#kept >= KEPT) {
      // Those in use are made again.
      this.#root = new Branch()
      this.#kept = 0
    }
    this.#kept++
    const grown = new Branch()
    branch.next.set(text, grown)
    return grown
  }
}

function describe<K extends SpanKind>(convention: Convention<K>, facts: SpanFacts[K]): SpanDescription {
  return {
    name: convention.name(facts),
    kind: otelKind(convention.kind),
    attributes: cutValues({ ...convention.begin(facts) }),
    written: {},
  }
}
