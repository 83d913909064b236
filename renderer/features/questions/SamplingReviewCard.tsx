import type { SamplingReviewDetails } from '../../../shared/domain/question'
import { Button } from '../../ui/Button'
import { QuestionRow } from '../../ui/QuestionRow'
import { TextArea } from '../../ui/TextArea'
import type { CardProps } from './cardProps'
import { QuestionCard } from './QuestionCard'
import { useQuestionDraft } from './useQuestionDraft'

/** "Send this answer to SERVER?": what the model wrote, editable, before the server gets it. */
export function SamplingReviewCard({ details, ...place }: CardProps<SamplingReviewDetails>) {
  const [draft, setDraft] = useQuestionDraft(place.question, (kept) => ({
    text: typeof kept['text'] === 'string' ? kept['text'] : details.text,
  }))
  const server = place.question.asker.serverId
  const edited = draft.text !== details.text
  return (
    <QuestionCard
      {...place}
      title={`Send this answer to ${server}?`}
      who={
        <>
          <span className="font-label text-text">{details.model.slice(details.model.indexOf('/') + 1)}</span> wrote it
          <span aria-hidden="true">·</span> {stopWords(details.stopReason)}
        </>
      }
      answers={{
        refuse: { word: 'Discard', answer: { kind: 'samplingReview', action: 'discard' } },
        note: `Discard tells ${server} that you refused.`,
        allow: { word: 'Send', answer: { kind: 'samplingReview', action: 'send', ...(edited && { text: draft.text }) } },
      }}
    >
      <QuestionRow>
        <div className="flex min-h-7 items-center justify-between text-12 text-text-2">
          <span>
            <b className="font-label text-text">The answer</b>
            {edited && ', edited by you'}
          </span>
          {edited && (
            <Button size="small" look="bare" onClick={() => setDraft({ text: details.text })}>
              Undo edits
            </Button>
          )}
        </div>
        <TextArea
          lines={6}
          aria-label="Answer"
          className="text-14 leading-[1.4375rem]"
          value={draft.text}
          onValue={(text) => setDraft({ text })}
        />
      </QuestionRow>
      <QuestionRow label="Then">{server} gets these words and may keep them.</QuestionRow>
    </QuestionCard>
  )
}

function stopWords(reason: string): string {
  if (reason === 'endTurn') return 'ended by itself'
  return reason === 'maxTokens' ? 'cut at the limit of tokens' : `ended with ${reason}`
}
