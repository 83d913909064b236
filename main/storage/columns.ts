import * as z from 'zod'
import { isRecord } from '../../shared/lib/json'

/** A column of text that holds JSON, parsed by a schema. What is no JSON does not fit. */
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
 * An object that Parley alone writes, and whose fields it checked then: only whether it is still an object is checked on reading.
 * For what is large and read often, such as the results of calls.
 */
export function ownObject<T extends object>(): z.ZodType<T> {
  return z.custom<T>(isRecord, 'Invalid input: expected an object')
}

/** The same for text: an id that was checked when it was written. */
export function ownText<T extends string>(): z.ZodType<T> {
  return z.custom<T>((value) => typeof value === 'string', 'Invalid input: expected a text')
}
