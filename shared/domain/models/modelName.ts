import type { ModelRef } from '../ids'

/** Pure: returns a model's id without its provider. */
export function modelName(ref: ModelRef): string {
  return ref.slice(ref.indexOf('/') + 1)
}
