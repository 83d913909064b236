import { Popover } from 'radix-ui'
import { assertNever } from '../../../../shared/lib/assertNever'
import { t, translator } from '../../../i18n/t'
import { classNames } from '../../../ui/classNames'
import { formatContext } from '../../../ui/format/formatContext'
import { formatTokenCount } from '../../../ui/format/formatTokenCount'
import { ContextDetails } from './ContextDetails'
import { contextLevel, type ContextLevel } from './contextLevel'
import { useContextBudget, type NextRequest } from './useContextBudget'

const colours = {
  room: { text: 'text-text-3', bar: 'bg-text-3' },
  filling: { text: 'text-ask-text', bar: 'bg-ask' },
  nearlyFull: { text: 'text-danger-text', bar: 'bg-danger' },
  over: { text: 'text-danger-text', bar: 'bg-danger' },
} as const satisfies Record<ContextLevel, { readonly text: string; readonly bar: string }>

/** How much of the model's window the next request fills, below the message. Pressed, it says with what. */
export function ContextMeter(next: NextRequest) {
  const filled = useContextBudget(next)
  if (!filled) return null
  const { total, window } = filled
  const share = window === undefined ? undefined : total / window
  const level = share === undefined ? 'room' : contextLevel(share)
  const short = formatTokenCount(total)
  const words = window === undefined ? t('chat.context.about', { tokens: short }) : describe(level, short, formatContext(window))
  const shown = shortly(level, short, share)
  return (
    <Popover.Root>
      <span className="relative flex">
        {share !== undefined && (
          <span
            role="meter"
            aria-label={t('chat.context')}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={Math.min(100, Math.round(share * 100))}
            aria-valuetext={words}
            className="pointer-events-none absolute inset-0"
          />
        )}
        <Popover.Trigger
          aria-label={t('chat.context.open', { words: level === 'room' ? words : shown })}
          className={classNames(
            'num flex h-control items-center gap-1.5 rounded-2 px-2 text-12 whitespace-nowrap hover:bg-hover',
            colours[level].text,
          )}
        >
          {share !== undefined && (
            <span aria-hidden="true" className="h-1 w-11 overflow-hidden rounded-full bg-press">
              <span
                className={classNames('block h-full', colours[level].bar)}
                style={{ width: `${Math.min(100, Math.max(2, share * 100))}%` }}
              />
            </span>
          )}
          <span
            aria-hidden="true"
            className={classNames(share !== undefined && (level === 'room' ? 'max-wide:hidden' : 'max-medium:hidden'))}
          >
            {shown}
          </span>
        </Popover.Trigger>
      </span>
      <Popover.Portal>
        <Popover.Content
          side="top"
          align="end"
          sideOffset={6}
          collisionPadding={8}
          aria-label={t('chat.context')}
          className="fading z-(--z-popover) flex max-h-[var(--radix-popover-content-available-height)] w-100 max-w-[calc(100vw-1rem)] flex-col overflow-hidden rounded-3 bg-raised text-13 shadow-menu outline-none"
        >
          <ContextDetails conversation={next.conversation} filled={filled} level={level} words={words} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

/** Pure: says how full it is where there is little room. */
function shortly(level: ContextLevel, tokens: string, share: number | undefined): string {
  if (share === undefined) return t('chat.context.about', { tokens })
  if (level === 'room') return tokens
  return t(`chat.context.${level}.short`, { share: translator().percent(share) })
}

/** Pure: says how full it is. */
function describe(level: ContextLevel, tokens: string, window: string): string {
  switch (level) {
    case 'room':
      return t('chat.context.of', { tokens, window })
    case 'filling':
      return t('chat.context.filling', { tokens, window })
    case 'nearlyFull':
      return t('chat.context.nearlyFull', { tokens, window })
    case 'over':
      return t('chat.context.over', { tokens, window })
    default:
      return assertNever(level)
  }
}
