import { t, translator } from '../../i18n/t'
import type { ContentAnnotations } from '../../../shared/domain/catalog'

/** Pure: describes in Parley's words what a server says about content: its audience, its importance and its last change. */
export function describeAnnotations(annotations: ContentAnnotations | undefined): readonly string[] {
  if (!annotations) return []
  const { audience = [], priority, lastModified } = annotations
  return [
    describeAudience(audience),
    priority === undefined ? undefined : t('catalog.importance', { percent: Math.round(priority * 100) }),
    lastModified === undefined ? undefined : describeChange(lastModified),
  ].filter((words) => words !== undefined)
}

function describeAudience(audience: readonly ('user' | 'assistant')[]): string | undefined {
  const [you, model] = [audience.includes('user'), audience.includes('assistant')]
  if (you && model) return t('catalog.forYouAndModel')
  return you ? t('catalog.forYou') : model ? t('catalog.forModel') : undefined
}

function describeChange(lastModified: string): string | undefined {
  const at = Date.parse(lastModified)
  if (Number.isNaN(at)) return undefined
  const moment = translator().date(at, { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' })
  return t('catalog.changedAt', { at: moment })
}
