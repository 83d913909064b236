import type { SamplingDetails } from '../../../shared/domain/question'
import { QuestionRow } from '../../ui/QuestionRow'
import { TextArea } from '../../ui/TextArea'
import type { CardProps } from './cardProps'
import { QuestionCard } from './QuestionCard'
import { readSamplingDraft, samplingAnswer, type SamplingDraft } from './samplingDraft'
import { SamplingMessages } from './SamplingMessages'
import { SamplingModel } from './SamplingModel'
import { useQuestionDraft } from './useQuestionDraft'

/** "SERVER asks to use your model": all that would be sent, editable, before anything is. Or an answer that the person writes. */
export function SamplingCard({ details, ...place }: CardProps<SamplingDetails>) {
  const [draft, setDraft] = useQuestionDraft(place.question, (kept) => readSamplingDraft(details, kept))
  const change = (part: Partial<SamplingDraft>): void => setDraft({ ...draft, ...part })
  const server = place.question.asker.serverId
  const answer = samplingAnswer(details, draft)
  return (
    <QuestionCard
      {...place}
      content={draft.byHand ? 'byHand' : ''}
      title={`${server} asks to use your model`}
      answers={{
        refuse: { word: 'Deny', answer: { kind: 'sampling', action: 'deny' } },
        ...(draft.byHand
          ? {
              note: `Your words go to ${server} as the answer.`,
              onBack: details.models.length > 0 ? () => change({ byHand: false }) : undefined,
              allow: { word: 'Send', answer },
            }
          : {
              note: `You see the answer before ${server} does.`,
              more: { word: 'Answer by hand…', onShow: () => change({ byHand: true }) },
              allow: { word: 'Run', answer },
            }),
      }}
    >
      {draft.byHand ? (
        <QuestionRow label="Your answer">
          {details.models.length === 0 && <p className="pb-2 text-text-2">There is no model that could answer. You can, or you deny it.</p>}
          <TextArea lines={5} aria-label="Your answer" value={draft.answer} onValue={(words) => change({ answer: words })} />
        </QuestionRow>
      ) : (
        <SamplingModel server={server} details={details} draft={draft} onChange={change} />
      )}
      <SamplingMessages server={server} details={details} draft={draft} onChange={change} />
    </QuestionCard>
  )
}
