import { TriangleAlert } from 'lucide-react'
import { describeSource } from '../../../../shared/domain/describeDataFlow'
import type { ArgumentTrace } from '../../../../shared/domain/dataFlow'
import type { JsonObject, JsonValue } from '../../../../shared/lib/json'
import type { Message } from '../../../../shared/i18n/message'
import { t } from '../../../i18n/t'
import { MessageText } from '../../../i18n/MessageText'
import { Button } from '../../../ui/Button'
import { SafeName } from '../../../ui/SafeName'
import { SafeText } from '../../../ui/SafeText'
import { formatBytes } from '../../../ui/format/formatBytes'
import { formatArgument, beginningOf, unseenArguments } from './longArguments'
import { markTracedText } from './markTracedText'
import { secretArguments } from '../../../../shared/secrets/secretArguments'

export interface ArgumentListProps {
  readonly args: JsonObject
  /** Parts that also occur in earlier results. */
  readonly traces?: readonly ArgumentTrace[] | undefined
  /** The long arguments that the person has opened. The others are folded. */
  readonly seen: readonly string[]
  readonly onSeen: (key: string) => void
}

/** Lists all arguments by name, because the person approves them. A long one says that it is folded, and the person must open it. */
export function ArgumentList({ args, traces = [], seen, onSeen }: ArgumentListProps) {
  const folded = unseenArguments(args, { seen, editing: false })
  const secret = secretArguments(args)
  return (
    <dl className="grid gap-x-4 gap-y-2 medium:grid-cols-[7.25rem_minmax(0,1fr)]">
      {Object.entries(args).map(([key, value]) => (
        <div key={key} className="contents">
          <dt className="mono breakable text-12 leading-[1.125rem]">
            <SafeName name={key} />
            <span className="block font-ui text-11 text-text-3">{kindOf(value)}</span>
          </dt>
          <dd>
            <Argument
              value={value}
              traces={traces.filter(({ path }) => path[0] === key)}
              secret={secret.includes(key)}
              {...(folded.includes(key) && { onShow: () => onSeen(key) })}
            />
          </dd>
        </div>
      ))}
    </dl>
  )
}

interface ArgumentProps {
  readonly value: JsonValue
  readonly traces: readonly ArgumentTrace[]
  readonly secret: boolean
  /** Set while the argument is folded. */
  readonly onShow?: () => void
}

function Argument({ value, traces, secret, onShow }: ArgumentProps) {
  const text = formatArgument(value)
  const shown = onShow ? beginningOf(text) : text
  return (
    <>
      <div className="mono breakable rounded-2 border border-line bg-sunk px-[0.5625rem] py-[0.3125rem] text-12 leading-5 whitespace-pre-wrap">
        {markTracedText(shown, value, traces).map((part, index) =>
          part.marked ? (
            <mark key={index} className="bg-ask-soft text-ask-text underline decoration-ask decoration-1 underline-offset-2">
              <SafeText text={part.text} />
            </mark>
          ) : (
            <SafeText key={index} text={part.text} />
          ),
        )}
        {onShow && '…'}
      </div>
      {secret && (
        <p className="flex items-center gap-1.5 pt-1 text-12 text-danger-text">
          <TriangleAlert size={12} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
          {t('approvals.arguments.secret')}
        </p>
      )}
      {(traces.length > 0 || onShow) && (
        <div className="flex flex-wrap items-center gap-x-2 pt-1 text-12 text-text-2">
          <span className="breakable min-w-0 grow basis-40">{traces.length > 0 && <MessageText message={cameFrom(traces)} />}</span>
          {onShow && (
            <Button size="small" onClick={onShow}>
              {t('approvals.arguments.showAll', { size: formatBytes(text.length) })}
            </Button>
          )}
        </div>
      )}
    </>
  )
}

/** "Postgres staging (query, call 4)": names each source once. */
function cameFrom(traces: readonly ArgumentTrace[]): Message {
  const sources = traces.map(({ source }): Message => ({
    id: 'approvals.arguments.source',
    params: { server: source.serverId, source: describeSource(source) },
  }))
  const each = new Map(sources.map((source) => [JSON.stringify(source), source]))
  return { id: 'approvals.arguments.marked', params: { sources: [...each.values()] } }
}

function kindOf(value: JsonValue): string {
  if (typeof value === 'string') {
    const lines = value.split('\n').length
    if (value === '') return t('approvals.type.emptyString')
    return lines > 1 ? t('approvals.type.lines', { count: lines }) : t('approvals.type.string')
  }
  if (Array.isArray(value)) return t('approvals.type.list', { count: value.length })
  if (value === null) return t('approvals.type.null')
  return t(`approvals.type.${typeof value === 'object' ? 'object' : typeof value === 'number' ? 'number' : 'boolean'}`)
}
