import { useMemo } from 'react'
import type { Conversation } from '../../../../shared/domain/chat'
import { summaryInUse, type HistorySummary } from '../../../../shared/domain/historySummary'

/**
 * Returns the summary that requests carry, as far as that is among the messages that are here: if there is none among them, one of an earlier
 * message is in use, or none.
 */
export function useSummaryInUse({ messages, summaries }: Conversation): HistorySummary | undefined {
  return useMemo(
    () =>
      summaries &&
      summaryInUse(
        messages.map(({ id }) => id),
        summaries,
      ),
    [messages, summaries],
  )
}
