import { looksSecret, textHoldsSecret, valueLooksSecret } from '../../../../shared/domain/secretPatterns'
import type { JsonObject, JsonValue } from '../../../../shared/lib/json'

/** Pure: the names of the arguments in which something looks like a password, key or token, however deep it stands. A guess. */
export function secretArguments(args: JsonObject): readonly string[] {
  return Object.keys(args).filter((key) => hasSecret(key, args[key] ?? null))
}

function hasSecret(name: string, value: JsonValue): boolean {
  const open: { readonly name: string; readonly value: JsonValue }[] = [{ name, value }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { name: key, value: one } = next
    if (typeof one === 'string') {
      // By its name only where it could be one: the key of a table and the title of a page are none.
      if (textHoldsSecret(one) || valueLooksSecret(one) || (/^\S{8,}$/.test(one) && looksSecret(key, one))) return true
    } else if (Array.isArray(one)) open.push(...one.map((item: JsonValue) => ({ name: key, value: item })))
    else if (typeof one === 'object' && one !== null)
      open.push(...Object.entries(one).map(([inner, item]) => ({ name: inner, value: item })))
  }
  return false
}
