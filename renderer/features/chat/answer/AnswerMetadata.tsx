import { Popover } from 'radix-ui'
import type { AnswerUsage, ChatMessage } from '../../../../shared/domain/chat'
import { modelName } from '../../../../shared/domain/models/modelName'
import { t, translator } from '../../../i18n/t'
import { formatAboutCost } from '../../../ui/format/formatCost'
import { formatClock } from '../../../ui/format/formatTime'

/** `model · time · 1,240 tokens`: who wrote an answer, when, and what it used. Pressed, the tokens say what they were. */
export function AnswerMetadata({ message: { model, created, usage } }: { readonly message: ChatMessage }) {
  if (model === undefined) return null
  return (
    <>
      <bdi translate="no">{modelName(model)}</bdi>
      {` · ${formatClock(created)}`}
      {usage && (
        <>
          {' · '}
          <Tokens usage={usage} />
        </>
      )}
    </>
  )
}

function Tokens({ usage }: { readonly usage: AnswerUsage }) {
  const { input = 0, output = 0 } = usage
  return (
    <Popover.Root>
      <Popover.Trigger className="rounded-1 hover:text-text hover:underline">{t('chat.tokens', { count: input + output })}</Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          side="top"
          align="end"
          sideOffset={6}
          collisionPadding={8}
          aria-label={t('chat.tokensOfAnswer')}
          className="fading z-(--z-popover) rounded-3 bg-raised p-3 text-12 shadow-menu outline-none"
        >
          <dl className="grid grid-cols-[auto_auto] gap-x-6 gap-y-1 tabular-nums">
            <Count name={t('chat.tokens.input')} count={usage.input} />
            <Count name={t('chat.tokens.cached')} count={usage.cached} of={usage.input} part />
            <Count name={t('chat.tokens.kept')} count={usage.written || undefined} part />
            <Count name={t('chat.tokens.output')} count={usage.output} />
            <Count name={t('chat.tokens.reasoning')} count={usage.reasoning} part />
            {usage.cost !== undefined && (
              <>
                <dt className="text-text-2">{t('chat.cost')}</dt>
                <dd className="text-end">{formatAboutCost(usage.cost)}</dd>
              </>
            )}
          </dl>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

interface CountProps {
  readonly name: string
  /** Undefined where the provider did not count it. */
  readonly count: number | undefined
  /** It is a part of the count above it. */
  readonly part?: boolean
  /** Its share of this count is told too. */
  readonly of?: number | undefined
}

function Count({ name, count, part = false, of = 0 }: CountProps) {
  if (count === undefined) return null
  const number = translator().number(count)
  return (
    <>
      <dt className={part ? 'ps-3 text-text-3' : 'text-text-2'}>{name}</dt>
      <dd className="text-end">
        {of > 0 && count > 0 ? t('chat.tokens.share', { count: number, share: translator().percent(count / of) }) : number}
      </dd>
    </>
  )
}
