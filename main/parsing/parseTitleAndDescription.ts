import type { Limits } from '../../shared/domain/defaultLimits'
import { shortText } from './shortText'

/** Reads the title and the description of an entry, each cut to its limit. */
export function parseTitleAndDescription(
  raw: Readonly<Record<string, unknown>>,
  limits: Limits,
): { readonly title?: string; readonly description?: string } {
  const title = shortText(raw['title'], limits.titleBytes)
  const description = shortText(raw['description'], limits.descriptionBytes)
  return { ...(title !== undefined && { title }), ...(description !== undefined && { description }) }
}
