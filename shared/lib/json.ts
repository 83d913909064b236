import * as z from 'zod'

export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject
export interface JsonObject {
  readonly [key: string]: JsonValue
}

/** Anything that JSON can hold. Used where a person, a model or a server fills in arguments. */
export const JsonValue: z.ZodType<JsonValue> = z.json()
export const JsonObject: z.ZodType<JsonObject> = z.record(z.string(), JsonValue)

/** Narrows unknown data to an object with string keys; arrays and null are not objects here. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** JSON text with keys in sorted order, so that equal values have equal text (in the spirit of RFC 8785). */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(sortKeys(value)) ?? 'null'
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys)
  if (!isRecord(value)) return value
  const keys = Object.keys(value).toSorted()
  return Object.fromEntries(keys.map((key) => [key, sortKeys(value[key])]))
}
