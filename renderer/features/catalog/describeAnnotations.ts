import type { ContentAnnotations } from '../../../shared/domain/catalog'

/** Pure: what a server says about who content is for, how important it is and how old, in Parley's words. */
export function describeAnnotations(annotations: ContentAnnotations | undefined): readonly string[] {
  if (!annotations) return []
  const { audience = [], priority, lastModified } = annotations
  return [
    audienceWords(audience),
    priority === undefined ? undefined : `Importance ${Math.round(priority * 100)} of 100`,
    lastModified === undefined ? undefined : changedWords(lastModified),
  ].filter((words) => words !== undefined)
}

function audienceWords(audience: readonly ('user' | 'assistant')[]): string | undefined {
  const [you, model] = [audience.includes('user'), audience.includes('assistant')]
  if (you && model) return 'For you and the model'
  return you ? 'For you' : model ? 'For the model' : undefined
}

function changedWords(lastModified: string): string | undefined {
  const at = Date.parse(lastModified)
  if (Number.isNaN(at)) return undefined
  return `Changed ${new Date(at).toLocaleString('en-GB', { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' })}`
}
