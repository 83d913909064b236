import type { TextStreamPart, ToolSet } from 'ai'
import { isRecord, type JsonValue } from '../../../shared/lib/json'
import { JsonObject } from '../../../shared/lib/jsonSchema'

/** A part of a block of text or of reasoning. */
export type BlockPart = Extract<TextStreamPart<ToolSet>, { type: `${'text' | 'reasoning'}-${'start' | 'delta' | 'end'}` }>

export interface ForModel {
  readonly forModel?: JsonObject
}

/**
 * What a provider wants back of the blocks of an answer, such as the signature of a thought. OpenAI tells it at the end of a block, Google at
 * its beginning or with a piece, and Anthropic with a piece that has no text.
 */
export class WantedBack {
  readonly #open = new Map<string, JsonObject>()

  add({ type, id, providerMetadata }: BlockPart): void {
    const { forModel: came } = forModel(providerMetadata)
    const key = keyOf(type, id)
    if (came) this.#open.set(key, joined(this.#open.get(key) ?? {}, came))
  }

  /** Returns all that came with a block, which ends. */
  end(part: BlockPart): ForModel {
    this.add(part)
    const key = keyOf(part.type, part.id)
    const wanted = this.#open.get(key)
    this.#open.delete(key)
    return wanted ? { forModel: wanted } : {}
  }
}

/** Pure: what of the metadata of a part is more than the name of a provider. */
export function forModel(metadata: unknown): ForModel {
  if (!isRecord(metadata)) return {}
  const told = Object.fromEntries(Object.entries(metadata).filter(([, value]) => isRecord(value) && Object.keys(value).length > 0))
  const read = JsonObject.safeParse(told)
  return read.success && Object.keys(told).length > 0 ? { forModel: read.data } : {}
}

/** A text and a thought may have the same id. */
function keyOf(type: BlockPart['type'], id: string): string {
  return `${type.startsWith('text') ? 'text' : 'reasoning'} ${id}`
}

/** For each provider by itself, what came later stands over what came before. */
function joined(before: JsonObject, came: JsonObject): JsonObject {
  const groups = Object.entries(came).map(([provider, group]) => [provider, { ...objectIn(before[provider]), ...objectIn(group) }] as const)
  return { ...before, ...Object.fromEntries(groups) }
}

function objectIn(value: JsonValue | undefined): JsonObject {
  return isRecord(value) ? value : {}
}
