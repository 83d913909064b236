import { Popover } from 'radix-ui'
import type { ReactNode } from 'react'
import type { Conversation } from '../../../../shared/domain/chat'
import type { ModelRef } from '../../../../shared/domain/ids'
import type { ContextBudget } from '../../../../shared/domain/usage/context'
import { modelName } from '../../../../shared/domain/models/modelName'
import { t } from '../../../i18n/t'
import { classNames } from '../../../ui/classNames'
import { formatContext } from '../../../ui/format/formatContext'
import { formatTokenCount } from '../../../ui/format/formatTokenCount'
import { SafeName } from '../../../ui/SafeName'
import { openConversationSettings } from '../../../state/navigation'
import { Button } from '../../../ui/Button'
import { summarize } from '../summaries/summarize'
import { useSummaryInUse } from '../summaries/useSummaryInUse'
import { noteWrittenSummary, showSummary } from '../summaries/writtenSummary'
import { ConversationUsage } from './ConversationUsage'
import type { ContextLevel } from './contextLevel'
import type { FilledContext } from './useContextBudget'

/** In the order in which they stand in the bar and below it. */
const sources = ['instructions', 'tools', 'history', 'attachments', 'results', 'typed', 'answer', 'free'] as const
type Source = (typeof sources)[number]

const swatches = {
  instructions: 'bg-text',
  tools: 'bg-accent',
  history: 'bg-[color-mix(in_oklab,var(--accent)_62%,var(--raised))]',
  attachments: 'bg-[color-mix(in_oklab,var(--text-3)_85%,var(--raised))]',
  results: 'bg-[color-mix(in_oklab,var(--text-3)_50%,var(--raised))]',
  typed: 'bg-[color-mix(in_oklab,var(--accent)_32%,var(--raised))]',
  answer: 'border border-line bg-raised',
  free: 'bg-press',
} as const satisfies Record<Source, string>

/** So many servers are named; the others are summed up. */
const MOST_SERVERS = 6

export interface ContextDetailsProps {
  /** Absent for a new one. */
  readonly conversation: Conversation | undefined
  readonly filled: FilledContext
  readonly level: ContextLevel
  /** How full it is, in words. */
  readonly words: string
}

/** What fills the next request, by source, and what the conversation has used. */
export function ContextDetails({ conversation, filled, level, words }: ContextDetailsProps) {
  const { budget, answer, typed, total, window, model } = filled
  const { instructions, tools, history, attachments, results, summary, used } = budget
  const free = window === undefined ? 0 : Math.max(0, window - total)
  return (
    <>
      <div className="scroll-end overflow-y-auto p-3">
        <div className="flex items-baseline gap-2">
          <h2 className="grow font-title">{t('chat.context')}</h2>
          <span
            className={classNames(
              'num text-12',
              level === 'room' ? 'text-text-2' : level === 'filling' ? 'font-label text-ask-text' : 'font-label text-danger-text',
            )}
          >
            {words}
          </span>
        </div>
        <Bar
          of={total + free}
          parts={{
            instructions,
            tools: tools.tokens,
            history: history.tokens,
            attachments: attachments.tokens,
            results: results.tokens,
            typed,
            answer,
            free,
          }}
        />
        <table className="num w-full border-collapse">
          <tbody>
            <Row source="instructions" name={t('chat.context.instructions')} tokens={instructions} />
            <Row source="tools" name={t('chat.context.tools')} tokens={tools.tokens}>
              {tools.servers.length > 0 && <Servers servers={tools.servers} />}
            </Row>
            <Row
              source="history"
              name={t('chat.context.history')}
              tokens={history.tokens}
              note={t('chat.context.messages', { count: history.messages })}
            />
            {attachments.count > 0 && (
              <Row
                source="attachments"
                name={t('chat.attachments')}
                tokens={attachments.tokens}
                note={t('chat.context.attached', { count: attachments.count })}
              />
            )}
            {results.calls > 0 && (
              <Row
                source="results"
                name={t('chat.context.results')}
                tokens={results.tokens}
                note={t('chat.context.calls', { count: results.calls })}
              >
                {results.largest && (
                  <>
                    {t('chat.context.largest')} <SafeName name={results.largest.tool} /> {formatTokenCount(results.largest.tokens)}
                  </>
                )}
              </Row>
            )}
            {typed > 0 && <Row source="typed" name={t('chat.context.typed')} tokens={typed} />}
            {answer > 0 && <Row source="answer" name={t('chat.context.answer')} tokens={answer} note={t('chat.context.keptFree')} />}
            {free > 0 && <Row source="free" name={t('chat.context.free')} tokens={free} />}
          </tbody>
          {window !== undefined && (
            <tfoot>
              <tr className="border-t border-line text-text-2">
                <th scope="row" className="breakable py-1 ps-4.5 text-start font-text">
                  {t('chat.context.takes', { model: modelName(model) })}
                </th>
                <td className="py-1 ps-3 text-end align-top whitespace-nowrap">{formatContext(window)}</td>
              </tr>
            </tfoot>
          )}
        </table>
      </div>
      <div className="grid gap-2 border-t border-line p-3 text-12">
        <p className="text-text-3">{t('chat.context.estimate')}</p>
        {used && <ConversationUsage used={used} />}
        {conversation && <SummaryInUse conversation={conversation} />}
        {summary && level !== 'room' && (
          <p className="text-text-2">{t('chat.summarize.what', { count: summary.messages, tokens: formatTokenCount(summary.tokens) })}</p>
        )}
        <div className="flex flex-wrap items-center gap-2">
          {tools.tokens > 0 && (
            <Popover.Close className="text-accent hover:underline" onClick={() => openConversationSettings(true)}>
              {t('chat.context.turnOff')}
            </Popover.Close>
          )}
          {summary && level !== 'room' && conversation && (
            <Popover.Close asChild>
              <Button look="ink" className="ms-auto" onClick={() => summarizeHere(conversation, model)}>
                {t('chat.summarize')}
              </Button>
            </Popover.Close>
          )}
        </div>
      </div>
    </>
  )
}

/** Where the summary is that requests carry: far above, where what it stands for ends. */
function SummaryInUse({ conversation }: { readonly conversation: Conversation }) {
  const inUse = useSummaryInUse(conversation)
  if (!inUse) return null
  return (
    <p className="text-text-2">
      {t('chat.summary.stands', { count: inUse.messages })}{' '}
      <Popover.Close className="text-accent hover:underline" onClick={() => showSummary(conversation.id, inUse.through)}>
        {t('chat.summary.find')}
      </Popover.Close>
    </p>
  )
}

function summarizeHere({ id, messages }: Conversation, model: ModelRef): void {
  const last = messages.at(-1)?.id
  summarize(id, model, () => noteWrittenSummary({ conversationId: id, last }))
}

function Bar({ of, parts }: { readonly of: number; readonly parts: Readonly<Record<Source, number>> }) {
  return (
    <div aria-hidden="true" className="mt-2.5 mb-2 flex h-2.5 gap-px overflow-hidden rounded-1">
      {sources.map(
        (source) =>
          parts[source] > 0 && <span key={source} className={swatches[source]} style={{ width: `${(parts[source] / of) * 100}%` }} />,
      )}
    </div>
  )
}

interface RowProps {
  readonly source: Source
  readonly name: string
  readonly tokens: number
  readonly note?: string
  readonly children?: ReactNode
}

function Row({ source, name, tokens, note, children }: RowProps) {
  return (
    <tr className="align-top">
      <th scope="row" className="breakable relative py-1 ps-4.5 text-start font-text">
        <span aria-hidden="true" className={classNames('absolute start-0 top-2.5 size-[9px] rounded-[2px]', swatches[source])} />
        {name}
        {note !== undefined && <span className="ms-2 text-12 text-text-3">{note}</span>}
        {children !== undefined && children !== false && <span className="block text-12 leading-4 text-text-3">{children}</span>}
      </th>
      <td className="py-1 ps-3 text-end whitespace-nowrap">{formatTokenCount(tokens)}</td>
    </tr>
  )
}

/** What the tools of each server take, the most first. */
function Servers({ servers }: { readonly servers: ContextBudget['tools']['servers'] }) {
  const most = servers.toSorted((one, other) => other.tokens - one.tokens)
  const others = most.slice(MOST_SERVERS)
  return (
    <>
      {most.slice(0, MOST_SERVERS).map(({ serverId, tokens }, index) => (
        <span key={serverId}>
          {index > 0 && ' · '}
          <SafeName name={serverId} /> {formatTokenCount(tokens)}
        </span>
      ))}
      {others.length > 0 &&
        ` · ${t('chat.context.otherServers', { count: others.length, tokens: formatTokenCount(others.reduce((sum, one) => sum + one.tokens, 0)) })}`}
    </>
  )
}
