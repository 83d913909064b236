import type { JsonObject } from '../../../../../shared/lib/json'

/**
 * Pure: the arguments of a call as far as a model has written them, one after the other; a text that it is writing ends in the middle.
 * @param share 0 to 1
 */
export function beginningOf(args: JsonObject, share: number): JsonObject {
  const entries = Object.entries(args)
  const written = share * entries.length
  const whole = Math.floor(written)
  const [name, value] = entries[whole] ?? []
  const begun =
    name !== undefined && typeof value === 'string' ? [[name, value.slice(0, Math.floor(value.length * (written - whole)))]] : []
  return Object.fromEntries([...entries.slice(0, whole), ...begun])
}
