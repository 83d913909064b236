import { parsePartialJson } from 'ai'

/** Reads JSON as far as it is written. Undefined where there is nothing to read. This brings the library for models along: load it when a model writes. */
export async function readPartialJson(text: string): Promise<unknown> {
  return (await parsePartialJson(text)).value
}
