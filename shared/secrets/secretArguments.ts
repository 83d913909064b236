import type { JsonObject, JsonValue } from '../lib/json'
import { looksSecret, textHoldsSecret, valueLooksSecret } from './secretPatterns'

/** Pure: returns the names of the arguments that seem to contain a password, key or token at any depth. This is a guess. */
export function secretArguments(args: JsonObject): readonly string[] {
  return Object.keys(args).filter((key) => hasSecret(key, args[key] ?? null))
}

function hasSecret(name: string, value: JsonValue): boolean {
  const open: { readonly name: string; readonly value: JsonValue }[] = [{ name, value }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { name: key, value: one } = next
    if (typeof one === 'string') {
      // The name counts only for a value that could be a secret. The key of a table and the title of a page are not secrets.
      if (textHoldsSecret(one) || valueLooksSecret(one) || (/^\S{8,}$/.test(one) && looksSecret(key, one))) return true
      continue
    }
    if (typeof one !== 'object' || one === null) continue
    // One by one: a spread of a hundred thousand items is more than a stack holds.
    for (const [inner, item] of Object.entries<JsonValue>(one)) open.push({ name: Array.isArray(one) ? key : inner, value: item })
  }
  return false
}
