import { createHash } from 'node:crypto'
import type { ServerId } from '../../shared/domain/ids'

/** OpenAI's limit; the other providers take as much or more. */
const NAME_LENGTH = 64
const HASH_LENGTH = 26
const SEPARATOR = '__'
const READABLE_LENGTH = NAME_LENGTH - HASH_LENGTH - 1

/** What every provider accepts; Google wants a letter or an underscore first. */
const PLAIN = /^[A-Za-z_][A-Za-z0-9_-]*$/
const PLAIN_TOOL = /^[A-Za-z0-9_-]+$/
const HASHED = /_[a-z2-7]{26}$/

/**
 * Pure: the name under which the model sees one tool of one server. Two different tools never share a name:
 * a plain name splits in one way only, and every other name ends in a hash that no plain name may look like.
 * Spec: server/tools, "tool names"; the server's part is the user's own name for it, never what the server calls itself.
 */
export function toolNameForModel(serverId: ServerId, tool: string): string {
  const plain = `${serverId}${SEPARATOR}${tool}`
  if (isPlain(serverId, tool) && plain.length <= NAME_LENGTH && !HASHED.test(plain)) return plain
  return `${readable(plain)}_${hash(serverId, tool)}`
}

/** The first separator must be the one that was put in: "a" + "b__c" and "a__b" + "c" may not meet. */
function isPlain(serverId: string, tool: string): boolean {
  return PLAIN.test(serverId) && PLAIN_TOOL.test(tool) && !serverId.includes(SEPARATOR) && !serverId.endsWith('_')
}

function readable(name: string): string {
  const clean = name.replaceAll(/[^A-Za-z0-9_-]+/g, '_').slice(0, READABLE_LENGTH)
  return /^[A-Za-z_]/.test(clean) ? clean : `_${clean}`.slice(0, READABLE_LENGTH)
}

/** 130 bits: a server that chooses its tools' names cannot hit another server's name. */
function hash(serverId: string, tool: string): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([serverId, tool]))
    .digest()
  return base32(digest).slice(0, HASH_LENGTH)
}

function base32(bytes: Uint8Array): string {
  const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const letters = bits.match(/.{5}/g) ?? []
  return letters.map((five) => alphabet[Number.parseInt(five, 2)] ?? '').join('')
}
