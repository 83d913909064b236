import type { MessageId } from '../../shared/domain/ids'
import { summaryInUse, type HistorySummary } from '../../shared/domain/historySummary'
import type { Translator } from '../../shared/i18n/translator'
import type { ExportedConversation } from './exportedConversation'

/** A summary at its place, with the words that say what it is. */
export interface PlacedSummary {
  readonly text: string
  /** How many messages it stands for, whether a person changed it, and whether it is used. */
  readonly heading: string
  /** What the model gets. */
  readonly note: string
  readonly isUsed: boolean
}

/** Pure: the summaries of the versions in front, by the last message that each stands for. */
export function summariesBelow(
  { messages, summaries = [] }: Pick<ExportedConversation, 'messages' | 'summaries'>,
  { t }: Pick<Translator, 't'>,
): ReadonlyMap<MessageId, PlacedSummary> {
  const path = messages.map(({ id }) => id)
  const used = summaryInUse(path, summaries)
  return new Map(
    summaries.map((summary) => {
      const isUsed = summary === used
      const heading = [
        t('chat.summary.of', { count: summary.messages }),
        ...(summary.edited ? [t('chat.summary.edited')] : []),
        ...(isUsed ? [] : [t('exports.file.notUsed')]),
      ].join(' · ')
      return [summary.through, { text: summary.text, heading, note: noteOf(summary, used, t), isUsed }]
    }),
  )
}

function noteOf(summary: HistorySummary, used: HistorySummary | undefined, t: Translator['t']): string {
  if (summary === used) return t('chat.summary.used')
  const isPartOfUsed = used !== undefined && used.messages > summary.messages
  return summary.off && !isPartOfUsed ? t('exports.file.summaryOff') : t('chat.summary.later')
}
