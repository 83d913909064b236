import { RotateCw, Undo2 } from 'lucide-react'
import type { CallId, ConversationId } from '../../../../shared/domain/ids'
import type { SamplingReviewDetails } from '../../../../shared/domain/question'
import { Button } from '../../../ui/Button'
import { ErrorNotice } from '../../../widgets/ErrorNotice'
import { preventEnterActivation } from '../../../ui/preventEnterActivation'
import { QuestionRow } from '../../../widgets/QuestionRow'
import { SafeName } from '../../../ui/SafeName'
import { useClickGuard } from '../../../ui/hooks/useClickGuard'
import { formatCount, formatDuration } from '../../../ui/format/relativeTime'
import { AnswerBlocks } from './AnswerBlocks'
import { answerBlocks, blockDrafts, readBlockDrafts, type BlockDraft } from './blockDrafts'
import type { CardProps } from '../cardProps'
import { modelName } from './describeModel'
import { QuestionCard } from '../QuestionCard'
import { RemovedText } from './RemovedText'
import { SamplingAsked } from './SamplingAsked'
import { useAnswer } from '../useAnswer'
import { useCallsOf } from '../useCallsOf'
import { useQuestionDraft } from '../useQuestionDraft'

/** "Send this answer to SERVER?": what the model wrote, editable, before the server gets it. */
export function SamplingReviewCard({ details, ...place }: CardProps<SamplingReviewDetails>) {
  const written = blockDrafts(details.content)
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
      title={`Send this answer to ${server}?`}
      who={<WrittenBy details={details} />}
      answers={{
        refuse: { word: 'Discard', answer: { kind: 'samplingReview', action: 'discard' } },
        note: `Discard tells ${server} that you refused.`,
        allow: { word: 'Send', answer: content && content.length > 0 && known ? send : undefined },
      }}
    >
      {(details.problem ?? answering.failed) && (
        <QuestionRow>
          <ErrorNotice error={details.problem ?? answering.failed ?? { message: '' }} role="alert" />
        </QuestionRow>
      )}
      <QuestionRow toSee="the answer">
        <div ref={box} className="flex min-h-7 flex-wrap items-center justify-between gap-2 pb-1 text-12 text-text-2">
          <span>
            <b className="font-label text-text">The answer</b>
            {edited && ', edited by you'}
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
              Run again
            </Button>
            {edited && (
              <Button size="small" look="bare" onClick={() => setDraft({ blocks: written })}>
                <Undo2 size={12} strokeWidth={1.75} aria-hidden="true" />
                Undo edits
              </Button>
            )}
          </span>
        </div>
        <AnswerBlocks
          label="Answer"
          lines={6}
          blocks={draft.blocks}
          tools={details.asked.tools ?? []}
          mayAdd={false}
          onBlocks={(blocks) => setDraft({ blocks })}
        />
        <RemovedText before={wordsOf(written)} after={wordsOf(draft.blocks)} />
      </QuestionRow>
      <QuestionRow label="It was asked">
        <SamplingAsked server={server} asked={details.asked} tokens={details.tokens?.input} onEdit={again('edit')} arming={!armed} />
      </QuestionRow>
      <QuestionRow label="Then">
        <Then server={server} details={details} calls={calls.length} words={wordsOf(draft.blocks).trim() !== ''} />
        {conversationId !== undefined && <GoesOn conversationId={conversationId} callIds={callIds} />}
      </QuestionRow>
    </QuestionCard>
  )
}

interface ThenProps {
  readonly server: string
  readonly details: SamplingReviewDetails
  readonly calls: number
  /** Whether words go along. */
  readonly words: boolean
}

/** What becomes of the answer. */
function Then({ server, details, calls, words }: ThenProps) {
  return (
    <>
      {calls === 0 ? `${server} gets these words and may keep them.` : callsWords(server, calls, words)}
      {details.asked.toolChoice === 'required' && calls === 0 && ' It wanted one of its tools to be called; this answer calls none.'}
    </>
  )
}

function callsWords(server: string, calls: number, words: boolean): string {
  const single = calls === 1
  const gets = `${words ? 'these words and ' : ''}${single ? 'this call' : `these ${calls} calls`}`
  return `${server} gets ${gets}, and may keep ${single && !words ? 'it' : 'them'}. It makes the ${single ? 'call' : 'calls'} itself, without Parley.`
}

function GoesOn({ conversationId, callIds }: { readonly conversationId: ConversationId; readonly callIds: readonly CallId[] }) {
  const [call, ...others] = useCallsOf(conversationId, callIds)
  if (!call || others.length > 0) return null
  return (
    <>
      {' '}
      Its call{' '}
      <code className="mono">
        <SafeName name={call.tool} />
      </code>{' '}
      goes on.
    </>
  )
}

function WrittenBy({ details: { model, tookMs, tokens, estimated, stopReason } }: { readonly details: SamplingReviewDetails }) {
  return (
    <>
      <span className="font-label text-text">{modelName(model)}</span> wrote it in {formatDuration(tookMs)}
      {tokens && (
        <>
          <span aria-hidden="true">·</span>
          <span className="num">
            {estimated && 'about '}
            {formatCount(tokens.input ?? 0, 'token')} in, {(tokens.output ?? 0).toLocaleString('en')} out
          </span>
        </>
      )}
      <span aria-hidden="true">·</span> {stopWords(stopReason)}
    </>
  )
}

function wordsOf(blocks: readonly BlockDraft[]): string {
  return blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n')
}

function stopWords(reason: string): string {
  switch (reason) {
    case 'endTurn':
      return 'ended by itself'
    case 'maxTokens':
      return 'cut at the limit of tokens'
    case 'toolUse':
      return 'wants its tools'
    case 'stopSequence':
      return 'stopped where the server wanted'
    default:
      return `ended with ${reason}`
  }
}
