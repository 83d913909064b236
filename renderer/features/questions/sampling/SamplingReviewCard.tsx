import { ServerText } from '../../../i18n/ServerText'
import { RotateCw, Undo2 } from 'lucide-react'
import type { CallId, ConversationId } from '../../../../shared/domain/ids'
import type { SamplingReviewDetails } from '../../../../shared/domain/question'
import { Text } from '../../../i18n/Text'
import { t } from '../../../i18n/t'
import { Button } from '../../../ui/Button'
import { Fact } from '../../../ui/Facts'
import { ErrorNotice } from '../../../widgets/ErrorNotice'
import { preventEnterActivation } from '../../../ui/preventEnterActivation'
import { LabelledRow } from '../../../widgets/LabelledRow'
import { QuotedName } from '../../../ui/QuotedName'
import { useClickGuard } from '../../../ui/hooks/useClickGuard'
import { formatDuration } from '../../../ui/format/formatDuration'
import { SamplingAnswerEditor } from './SamplingAnswerEditor'
import { answerBlocks, samplingAnswerDraft, readBlockDrafts, type BlockDraft } from './samplingAnswerDraft'
import type { CardProps } from '../cardProps'
import { modelName } from '../../../../shared/domain/models/modelName'
import { QuestionCard } from '../QuestionCard'
import { SamplingRequestSummary } from './SamplingRequestSummary'
import { useAnswer } from '../useAnswer'
import { useQuestionCalls } from '../useQuestionCalls'
import { useQuestionDraft } from '../useQuestionDraft'
import { useMemo } from 'react'
import { SafeText } from '../../../ui/SafeText'
import { findRemovedText } from './findRemovedText'

/** "Send this answer to SERVER?": shows what the model wrote, editable, before the server gets it. */
export function SamplingReviewCard({ details, ...place }: CardProps<SamplingReviewDetails>) {
  const written = samplingAnswerDraft(details.content)
  const [draft, setDraft] = useQuestionDraft(place.question, (kept) => ({ blocks: readBlockDrafts(kept['blocks']) ?? written }))
  const { box, armed } = useClickGuard(place.question.id)
  const answering = useAnswer(place.question)
  const { serverId: server, conversationId, callIds } = place.question.asker
  const edited = JSON.stringify(draft.blocks) !== JSON.stringify(written)
  const content = answerBlocks(draft.blocks)
  const calls = draft.blocks.filter(({ type }) => type === 'tool_use')
  const known = calls.every((call) => call.type === 'tool_use' && details.asked.tools?.some(({ name }) => name === call.name) === true)
  const send = { kind: 'samplingReview' as const, action: 'send' as const, ...(edited && content && { content }) }
  const again = (action: 'again' | 'edit') => () => answering.give({ kind: 'samplingReview', action })
  return (
    <QuestionCard
      {...place}
      title={t(details.byApp ? 'sampling.sendTitleByApp' : 'sampling.sendTitle', { server })}
      who={<WrittenBy details={details} />}
      answers={{
        refuse: { word: t('sampling.discard'), answer: { kind: 'samplingReview', action: 'discard' } },
        note: <ServerText id="sampling.discardTells" server={server} />,
        allow: { word: t('sampling.send'), answer: content && content.length > 0 && known ? send : undefined },
      }}
    >
      {(details.problem ?? answering.failed) && (
        <LabelledRow>
          <ErrorNotice error={details.problem ?? answering.failed ?? { message: '' }} role="alert" />
        </LabelledRow>
      )}
      <LabelledRow toSee={t('sampling.seeAnswer')}>
        <div ref={box} className="flex min-h-7 flex-wrap items-center justify-between gap-2 pb-1 text-12 text-text-2">
          <span>
            <Text
              id={edited ? 'sampling.theAnswerEdited' : 'sampling.theAnswer'}
              components={{ b: <b className="font-label text-text" /> }}
            />
          </span>
          <span className="flex gap-1">
            <Button
              size="small"
              look="bare"
              arming={!armed}
              disabled={answering.busy}
              onKeyDown={preventEnterActivation}
              onClick={again('again')}
            >
              <RotateCw size={12} strokeWidth={1.75} aria-hidden="true" />
              {t('sampling.runAgain')}
            </Button>
            {edited && (
              <Button size="small" look="bare" onClick={() => setDraft({ blocks: written })}>
                <Undo2 size={12} strokeWidth={1.75} aria-hidden="true" />
                {t('sampling.undoEdits')}
              </Button>
            )}
          </span>
        </div>
        <SamplingAnswerEditor
          label={t('sampling.answer')}
          lines={6}
          blocks={draft.blocks}
          tools={details.asked.tools ?? []}
          mayAdd={false}
          onBlocks={(blocks) => setDraft({ blocks })}
        />
        <RemovedText before={wordsOf(written)} after={wordsOf(draft.blocks)} />
      </LabelledRow>
      <LabelledRow label={t('sampling.itWasAsked')}>
        <SamplingRequestSummary
          server={server}
          asked={details.asked}
          tokens={details.tokens?.input}
          onEdit={again('edit')}
          arming={!armed}
        />
      </LabelledRow>
      <LabelledRow label={t('sampling.then')}>
        <Then server={server} details={details} calls={calls.length} words={wordsOf(draft.blocks).trim() !== ''} />
        {conversationId !== undefined && <GoesOn conversationId={conversationId} callIds={callIds} />}
      </LabelledRow>
    </QuestionCard>
  )
}

interface ThenProps {
  readonly server: string
  readonly details: SamplingReviewDetails
  readonly calls: number
  /** Whether the answer contains text. */
  readonly words: boolean
}

/** Says what happens with the answer. */
function Then({ server, details, calls, words }: ThenProps) {
  return (
    <>
      {calls === 0 ? (
        <ServerText id="sampling.getsWords" server={server} />
      ) : (
        <ServerText id={words ? 'sampling.getsBoth' : 'sampling.getsCalls'} server={server} values={{ count: calls }} />
      )}
      {details.asked.toolChoice === 'required' && calls === 0 && ` ${t('sampling.wantedCall')}`}
    </>
  )
}

function GoesOn({ conversationId, callIds }: { readonly conversationId: ConversationId; readonly callIds: readonly CallId[] }) {
  const [call, ...others] = useQuestionCalls(conversationId, callIds)
  if (!call || others.length > 0) return null
  return (
    <>
      {' '}
      <Text
        id="sampling.callGoesOn"
        components={{
          tool: <QuotedName name={call.tool} />,
        }}
      />
    </>
  )
}

function WrittenBy({ details: { model, tookMs, tokens, estimated, stopReason } }: { readonly details: SamplingReviewDetails }) {
  return (
    <>
      <Fact>
        <Text
          id="sampling.wroteIt"
          values={{ took: formatDuration(tookMs) }}
          components={{
            model: (
              <span translate="no" className="font-label text-text">
                {modelName(model)}
              </span>
            ),
          }}
        />
      </Fact>
      {tokens && (
        <Fact>
          <span className="num">
            {t(estimated ? 'sampling.aboutInOut' : 'sampling.inOut', { count: tokens.input ?? 0, out: tokens.output ?? 0 })}
          </span>
        </Fact>
      )}
      <Fact>{describeStop(stopReason)}</Fact>
    </>
  )
}

function wordsOf(blocks: readonly BlockDraft[]): string {
  return blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n')
}

function describeStop(reason: string): string {
  switch (reason) {
    case 'endTurn':
      return t('sampling.ended.byItself')
    case 'maxTokens':
      return t('sampling.ended.cut')
    case 'toolUse':
      return t('sampling.ended.tools')
    case 'stopSequence':
      return t('sampling.ended.stopped')
    default:
      return t('sampling.ended.other', { reason })
  }
}

/** Shows the text that the person removed from an answer, struck through. */
function RemovedText({ before, after }: { readonly before: string; readonly after: string }) {
  const removed = useMemo(() => findRemovedText(before, after), [before, after])
  if (removed.length === 0) return null
  return (
    <p className="breakable max-h-24 overflow-y-auto pt-1.5 text-12 text-text-3">
      {t('sampling.removedByYou')}{' '}
      {removed.map((words, index) => (
        <del key={index} className="me-2">
          <SafeText text={words} />
        </del>
      ))}
    </p>
  )
}
