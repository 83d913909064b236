import { createHash } from 'node:crypto'
import type { Tool } from '../../shared/domain/catalog'
import type { PinnedDefinition, PinnedInstructions, PinnedTool } from '../../shared/domain/definitionChange'
import { canonicalJson, type JsonValue } from '../../shared/lib/json'
import { truncateBytes } from '../lib/truncateBytes'

/** How much of a server's instructions is shown. The hash covers all of them. */
const INSTRUCTIONS_BYTES = 64 * 1024

/** Pure: the parts of a tool that are kept. */
export function pinnedTool({ name, hash, title, description, inputSchema, outputSchema, annotations }: Tool): PinnedTool {
  return {
    what: 'tool',
    name,
    hash,
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    inputSchema,
    ...(outputSchema && { outputSchema }),
    ...(annotations && { annotations }),
  }
}

/** Pure: the kept instructions of a server. Missing instructions are kept too, so that the first ones count as a change. */
export function pinnedInstructions(text: string): PinnedInstructions {
  const kept = truncateBytes(text, INSTRUCTIONS_BYTES)
  return { what: 'instructions', name: 'instructions', hash: instructionsHash(text), text: kept === text ? text : `${kept}…` }
}

/** Pure: the hash that identifies instructions. */
export function instructionsHash(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** Pure: whether two definitions are the same to every reader, even if the parts cut off differ. */
export function saysTheSame(one: PinnedDefinition, other: PinnedDefinition): boolean {
  return canonicalJson({ ...one, hash: '' }) === canonicalJson({ ...other, hash: '' })
}

/** Pure: all text of a definition: title, description, and all strings of its schemas. */
export function wordsOf(definition: PinnedDefinition): string {
  if (definition.what === 'instructions') return definition.text
  const { title, description, inputSchema, outputSchema = {}, annotations } = definition
  return [title, annotations?.title, description, ...stringsOf(inputSchema), ...stringsOf(outputSchema)]
    .filter((text) => text !== undefined)
    .join('\n')
}

/** Includes keys, because the server chooses them. */
function stringsOf(value: JsonValue): readonly string[] {
  const found: string[] = []
  const waiting: JsonValue[] = [value]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next === 'string') found.push(next)
    else if (typeof next === 'object' && next !== null)
      for (const [key, inner] of Object.entries(next)) {
        if (!Array.isArray(next)) found.push(key)
        waiting.push(inner)
      }
  }
  return found
}
