import type { ContextBudget } from '../../../../shared/domain/usage/context'
import type { ConversationId, ModelRef } from '../../../../shared/domain/ids'
import { t, translator } from '../../../i18n/t'
import { useHostQuery } from '../../../rpc/useHostQuery'
import { formatContext } from '../../../ui/format/formatContext'
import { formatTokenCount } from '../../../ui/format/formatTokenCount'
import { useKnownModels } from '../../../widgets/models/useKnownModels'

/** So many parts are named. */
const MOST_PARTS = 3

export interface LargestPartsProps {
  readonly conversationId: ConversationId
  /** The model that it was too long for. */
  readonly model: ModelRef | undefined
}

/** Where a conversation was too long: what takes the most room, and how much there is. */
export function LargestParts({ conversationId, model }: LargestPartsProps) {
  const { data: budget } = useHostQuery('chat.context', { conversationId, model })
  const known = useKnownModels()
  if (!budget) return null
  const window = model === undefined ? undefined : known?.models[model]?.context
  const parts = largest(budget).map(([source, tokens]) => t(`chat.overflow.${source}`, { tokens: formatTokenCount(tokens) }))
  if (parts.length === 0) return null
  return (
    <p className="num text-text-2">
      {t('chat.overflow', { parts: translator().list(parts) })}{' '}
      {/* A window in which the estimate fits does not say why it was too long: an endpoint may take less than its model. */}
      {window !== undefined && budget.total >= window && t('chat.overflow.window', { window: formatContext(window) })}
    </p>
  )
}

/** Pure: the parts that take the most room, the largest first. */
function largest({ instructions, tools, history, attachments, results }: ContextBudget) {
  const parts = [
    ['instructions', instructions],
    ['tools', tools.tokens],
    ['history', history.tokens],
    ['attachments', attachments.tokens],
    ['results', results.tokens],
  ] as const
  return parts
    .filter(([, tokens]) => tokens > 0)
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, MOST_PARTS)
}
