import { createHash } from 'node:crypto'
import type { Tool } from '../../shared/domain/catalog'
import type { PinnedDefinition, PinnedInstructions, PinnedTool } from '../../shared/domain/definition'
import { canonicalJson, type JsonValue } from '../../shared/lib/json'
import { truncateBytes } from '../lib/truncateBytes'

/** More of a server's instructions is not shown. All of them count for the hash. */
const INSTRUCTIONS_BYTES = 64 * 1024

/** Pure: what is kept of a tool. */
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

/** Pure: what is kept of a server's instructions; one that gives none is kept too, so that the first ones count as a change. */
export function pinnedInstructions(text: string): PinnedInstructions {
  const kept = truncateBytes(text, INSTRUCTIONS_BYTES)
  return { what: 'instructions', name: 'instructions', hash: instructionsHash(text), text: kept === text ? text : `${kept}…` }
}

/** Pure: the hash by which instructions are known. */
export function instructionsHash(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** Pure: whether two definitions say the same to everybody who is shown them or sent them, though what was cut off of them may differ. */
export function saysTheSame(one: PinnedDefinition, other: PinnedDefinition): boolean {
  return canonicalJson({ ...one, hash: '' }) === canonicalJson({ ...other, hash: '' })
}

/** Pure: every text in which a definition could say something: title, description, and all strings of its schemas. */
export function wordsOf(definition: PinnedDefinition): string {
  if (definition.what === 'instructions') return definition.text
  const { title, description, inputSchema, outputSchema = {}, annotations } = definition
  return [title, annotations?.title, description, ...stringsOf(inputSchema), ...stringsOf(outputSchema)]
    .filter((text) => text !== undefined)
    .join('\n')
}

/** Keys too: a server names them. */
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
