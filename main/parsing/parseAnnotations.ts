import type { ContentAnnotations } from '../../shared/domain/catalog'
import { isRecord } from '../../shared/lib/json'

const DATE_CHARACTERS = 64

/** Reads for whom a piece of content is meant and how important it is. Leaves out invalid values. Spec: schema.ts, Annotations. */
export function parseAnnotations(raw: unknown): { readonly annotations?: ContentAnnotations } {
  if (!isRecord(raw)) return {}
  const { audience, priority, lastModified } = raw
  const known = Array.isArray(audience) ? (['user', 'assistant'] as const).filter((role) => audience.includes(role)) : []
  const annotations: ContentAnnotations = {
    ...(known.length > 0 && { audience: known }),
    ...(typeof priority === 'number' && priority >= 0 && priority <= 1 && { priority }),
    ...(typeof lastModified === 'string' && lastModified.length <= DATE_CHARACTERS && { lastModified }),
  }
  return Object.keys(annotations).length > 0 ? { annotations } : {}
}
