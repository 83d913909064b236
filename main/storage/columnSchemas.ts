import * as z from 'zod'
import { isRecord } from '../../shared/lib/json'

/** A text column with JSON, parsed by a schema. Invalid JSON fails the schema. */
export function json<T>(schema: z.ZodType<T>): z.ZodType<T> {
  return parsedText.pipe(schema)
}

const parsedText = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    context.addIssue('This is no JSON')
    return z.NEVER
  }
})

/**
 * An object that only Parley writes, and checked when writing. Reading only checks that it is an object. For large and frequently read
 * values, such as call results.
 */
export function ownObject<T extends object>(): z.ZodType<T> {
  return z.custom<T>(isRecord, 'Invalid input: expected an object')
}

/** A text column with an id that was checked when written. */
export function ownText<T extends string>(): z.ZodType<T> {
  return z.custom<T>((value) => typeof value === 'string', 'Invalid input: expected a text')
}
