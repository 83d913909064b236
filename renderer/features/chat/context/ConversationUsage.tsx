import { Popover } from 'radix-ui'
import type { UsageSum } from '../../../../shared/domain/usage/usage'
import { t, translator } from '../../../i18n/t'
import { formatAboutCost } from '../../../ui/format/formatCost'
import { showSettings } from '../../../state/navigation'

/** What all requests of a conversation used and about what they cost. Nothing before the first one was counted. */
export function ConversationUsage({ used: { input = 0, cached = 0, output = 0, cost, unpriced = 0 } }: { readonly used: UsageSum }) {
  if (input + output === 0) return null
  const tokens = t('chat.tokens', { count: input + output })
  return (
    <p className="text-text-2">
      {cost === undefined ? t('chat.context.used', { tokens }) : t('chat.context.usedAndCost', { tokens, cost: formatAboutCost(cost) })}{' '}
      {cached > 0 && input > 0 && t('chat.context.usedCached', { share: translator().percent(Math.min(1, cached / input)) })}{' '}
      {cost !== undefined && unpriced > 0 && t('settings.usage.unpriced', { count: unpriced })}{' '}
      <Popover.Close className="text-accent hover:underline" onClick={() => showSettings('usage')}>
        {t('chat.context.usage')}
      </Popover.Close>
    </p>
  )
}
