import { createHash } from 'node:crypto'
import type { ServerId } from '../../shared/domain/ids'

/** OpenAI's limit. The other providers accept at least as much. */
const NAME_LENGTH = 64
const HASH_LENGTH = 26
const SEPARATOR = '__'
const READABLE_LENGTH = NAME_LENGTH - HASH_LENGTH - 1

/** The format that every provider accepts. Google requires a letter or an underscore first. */
const PLAIN = /^[A-Za-z_][A-Za-z0-9_-]*$/
const PLAIN_TOOL = /^[A-Za-z0-9_-]+$/
const HASHED = /_[a-z2-7]{26}$/

/**
 * Pure: returns the model's name for one tool of one server. Two different tools never share a name: a plain name splits in only one way,
 * and every other name ends in a hash that no plain name may look like. Spec: server/tools, "tool names". The server's part is the user's
 * name for it, never the name that the server gives itself.
 */
export function toolNameForModel(serverId: ServerId, tool: string): string {
  const plain = `${serverId}${SEPARATOR}${tool}`
  if (isPlain(serverId, tool) && plain.length <= NAME_LENGTH && !HASHED.test(plain)) return plain
  return `${readable(plain)}_${hash(serverId, tool)}`
}

/** The first separator must be the one that was inserted: "a" + "b__c" and "a__b" + "c" must not get the same name. */
function isPlain(serverId: string, tool: string): boolean {
  return PLAIN.test(serverId) && PLAIN_TOOL.test(tool) && !serverId.includes(SEPARATOR) && !serverId.endsWith('_')
}

function readable(name: string): string {
  const clean = name.replaceAll(/[^A-Za-z0-9_-]+/g, '_').slice(0, READABLE_LENGTH)
  return /^[A-Za-z_]/.test(clean) ? clean : `_${clean}`.slice(0, READABLE_LENGTH)
}

/** 130 bits, so that a server cannot choose a tool name that collides with another server's name. */
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
