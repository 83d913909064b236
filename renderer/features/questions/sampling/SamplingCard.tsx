import { DeprecationNote } from '../../../widgets/deprecation/DeprecationNote'
import { ServerText } from '../../../i18n/ServerText'
import { estimateTokens } from '../../../../shared/sampling/estimateTokens'
import type { SamplingDetails } from '../../../../shared/domain/question'
import { withMedia } from '../../../../shared/sampling/samplingMedia'
import { t, translator } from '../../../i18n/t'
import { useTopic } from '../../../rpc/useTopic'
import { ErrorNotice } from '../../../widgets/ErrorNotice'
import { LabelledRow } from '../../../widgets/LabelledRow'
import { SamplingAnswerEditor } from './SamplingAnswerEditor'
import type { CardProps } from '../cardProps'
import { QuestionCard } from '../QuestionCard'
import { parseSamplingEdit } from './parseSamplingEdit'
import { holdsMedia, readSamplingDraft, samplingAnswer, type SamplingDraft } from './samplingDraft'
import { SamplingRequest } from './SamplingRequest'
import { SamplingModel } from './SamplingModel'
import { useQuestionDraft } from '../useQuestionDraft'

/**
 * "SERVER asks to use your model": shows everything that would be sent, editable, before it is sent. The person can also write the answer
 * themselves.
 */
export function SamplingCard({ details, ...place }: CardProps<SamplingDetails>) {
  const [draft, setDraft] = useQuestionDraft(place.question, (kept) => readSamplingDraft(details, kept))
  const change = (part: Partial<SamplingDraft>): void => setDraft({ ...draft, ...part })
  const server = place.question.asker.serverId
  const spend = useTopic('sampling.usage', (all) => all[server])
  const read = parseSamplingEdit(draft.json)
  const input = read.ok ? estimateTokens([read.value.systemPrompt, withMedia(read.value.messages, details.messages), read.value.tools]) : 0
  const room = spend ? Math.max(0, spend.tokensPerDay - spend.tokens - input) : details.maxTokens
  const answer = samplingAnswer(details, draft, room)
  return (
    <QuestionCard
      {...place}
      mayStopAsking
      view={draft.byHand ? 'byHand' : ''}
      title={t(details.byApp ? 'sampling.titleByApp' : 'questions.asks.sampling', { server })}
      answers={{
        refuse: { word: t('sampling.deny'), answer: { kind: 'sampling', action: 'deny' } },
        ...(draft.byHand
          ? {
              note: <ServerText id="sampling.yourWordsGo" server={server} />,
              onBack: details.models.length > 0 ? () => change({ byHand: false }) : undefined,
              allow: { word: t('sampling.send'), answer },
            }
          : {
              note: <ServerText id="sampling.youSeeFirst" server={server} />,
              more: { word: t('sampling.answerByHand'), onShow: () => change({ byHand: true }) },
              allow: { word: t('sampling.run'), answer },
            }),
      }}
    >
      {details.problem && (
        <LabelledRow>
          <ErrorNotice error={details.problem} role="alert" />
        </LabelledRow>
      )}
      {draft.byHand ? (
        <LabelledRow label={t('sampling.yourAnswer')}>
          {details.models.length === 0 && (
            <p className="breakable pb-2 text-text-2">
              {t('sampling.noModel')} {details.withheld && translator().message(details.withheld)}
            </p>
          )}
          <SamplingAnswerEditor
            label={t('sampling.yourAnswer')}
            lines={5}
            blocks={draft.answer}
            tools={details.tools ?? []}
            onBlocks={(blocks) => change({ answer: blocks })}
          />
        </LabelledRow>
      ) : (
        <SamplingModel
          server={server}
          details={details}
          draft={draft}
          spend={spend}
          room={room}
          media={read.ok && holdsMedia(read.value)}
          onChange={change}
        />
      )}
      <SamplingRequest server={server} details={details} draft={draft} onChange={change} />
      <LabelledRow>
        <DeprecationNote feature="sampling" />
      </LabelledRow>
    </QuestionCard>
  )
}
