import type { ModelRef } from '../../../shared/domain/ids'
import type { SamplingDetails, SamplingMessage } from '../../../shared/domain/question'
import { isRecord, type JsonValue } from '../../../shared/lib/json'
import { mediaUrl } from '../../ui/mediaUrl'
import { NumberField } from '../../ui/NumberField'
import { QuestionRow } from '../../ui/QuestionRow'
import { SafeText } from '../../ui/SafeText'
import { Said } from '../../ui/Said'
import { SelectField } from '../../ui/SelectField'
import { TextArea } from '../../ui/TextArea'
import { AllowButton, AnswerFoot, RefuseButton, TowardsButton } from './AnswerButtons'
import { QuestionCard, type CardProps } from './QuestionCard'
import { useAnswer } from './useAnswer'
import { useQuestionDraft } from './useQuestionDraft'

interface SamplingDraft {
  readonly [key: string]: JsonValue
  readonly model: string
  readonly maxTokens: string
  readonly system: string
  readonly texts: readonly string[]
  readonly byHand: boolean
  readonly answer: string
}

/** "SERVER asks to use your model": all that would be sent, editable, before anything is. Or an answer that the person writes. */
export function SamplingCard({ question, details, ...common }: CardProps<SamplingDetails>) {
  const answering = useAnswer(question)
  const [draft, setDraft] = useQuestionDraft<SamplingDraft>(question, (kept) => readDraft(details, kept))
  const change = (part: Partial<SamplingDraft>): void => setDraft({ ...draft, ...definedOnly(part) })
  const server = question.asker.serverId
  const tokens = Number(draft.maxTokens)
  const tokensRight = Number.isInteger(tokens) && tokens >= 1 && tokens <= details.maxTokens
  const model = details.models.find((ref) => ref === draft.model) ?? details.models[0]
  const run = () =>
    void answering.answer({
      kind: 'sampling',
      action: 'run',
      ...(model && { model }),
      ...(details.systemPrompt !== draft.system &&
        (details.systemPrompt !== undefined || draft.system !== '') && { systemPrompt: draft.system }),
      texts: [...draft.texts],
      maxTokens: tokens,
    })
  const sendByHand = () => void answering.answer({ kind: 'sampling', action: 'answerByHand', text: draft.answer })
  return (
    <QuestionCard
      {...common}
      question={question}
      content={draft.byHand ? 'byHand' : ''}
      answering={answering}
      title={`${server} asks to use your model`}
      foot={(arming) => (
        <AnswerFoot
          refuse={
            <RefuseButton
              arming={arming}
              disabled={answering.busy}
              onClick={() => void answering.answer({ kind: 'sampling', action: 'deny' })}
            >
              Deny
            </RefuseButton>
          }
          note={draft.byHand ? `Your words go to ${server} as the answer.` : `You see the answer before ${server} does.`}
          allow={
            draft.byHand ? (
              <>
                {details.models.length > 0 && (
                  <TowardsButton disabled={answering.busy} onClick={() => change({ byHand: false })}>
                    Back
                  </TowardsButton>
                )}
                <AllowButton arming={arming} busy={answering.busy} disabled={draft.answer.trim() === ''} onClick={sendByHand}>
                  Send
                </AllowButton>
              </>
            ) : (
              <>
                <TowardsButton arming={arming} disabled={answering.busy} onClick={() => change({ byHand: true })}>
                  Answer by hand…
                </TowardsButton>
                <AllowButton arming={arming} busy={answering.busy} disabled={!tokensRight || !model} onClick={run}>
                  Run
                </AllowButton>
              </>
            )
          }
        />
      )}
    >
      {!draft.byHand && (
        <ModelRows server={server} details={details} draft={draft} model={model} tokensRight={tokensRight} onChange={change} />
      )}
      {draft.byHand && (
        <QuestionRow label="Your answer">
          {details.models.length === 0 && <p className="pb-2 text-text-2">There is no model that could answer. You can, or you deny it.</p>}
          <TextArea lines={5} aria-label="Your answer" value={draft.answer} onValue={(answer) => change({ answer })} />
        </QuestionRow>
      )}
      <QuestionRow>
        <p className="pb-2 text-12 text-text-2">
          <b className="font-label text-text">{draft.byHand ? 'What it asks' : 'What is sent'}</b>
          {!draft.byHand && '. You can edit all of it.'}
        </p>
        <Said by={server} note="none of your conversation is added">
          <div className="grid gap-2 pt-1">
            {(details.systemPrompt !== undefined || draft.system !== '') && (
              <Words who="System" text={draft.system} fixed={draft.byHand} onText={(system) => change({ system })} />
            )}
            {details.messages.map((message, index) => (
              <Words
                key={index}
                who={`${message.role === 'user' ? 'User' : 'Assistant'}${details.messages.length > 1 ? ` ${index + 1}` : ''}`}
                text={draft.texts[index] ?? ''}
                fixed={draft.byHand}
                others={message.content.filter((block) => !isText(block))}
                onText={(text) => change({ texts: draft.texts.map((each, at) => (at === index ? text : each)) })}
              />
            ))}
          </div>
        </Said>
      </QuestionRow>
    </QuestionCard>
  )
}

interface ModelRowsProps {
  readonly server: string
  readonly details: SamplingDetails
  readonly draft: SamplingDraft
  readonly model: ModelRef | undefined
  readonly tokensRight: boolean
  readonly onChange: (part: Partial<SamplingDraft>) => void
}

/** A label stands beside the first line of its field. */
const besideField = 'medium:[&>:first-child]:pt-[0.4375rem]'

function ModelRows({ server, details, draft, model, tokensRight, onChange }: ModelRowsProps) {
  return (
    <>
      <QuestionRow label="Model" className={besideField}>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <SelectField
            label="Model"
            className="max-w-70"
            options={details.models.map((ref) => ({ value: ref, label: ref.slice(ref.indexOf('/') + 1) }))}
            value={model}
            onValue={(ref) => onChange({ model: ref })}
          />
          {details.hints.length > 0 && (
            <span className="breakable text-12 text-text-2">
              {server} would like{' '}
              {details.hints.map((hint, index) => (
                <span key={index} className="mono">
                  {index > 0 && ', '}
                  <SafeText text={hint} />
                </span>
              ))}
            </span>
          )}
        </div>
      </QuestionRow>
      <QuestionRow label="At most" className={besideField}>
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <div className="w-28">
            <NumberField
              aria-label="At most, in tokens"
              aria-invalid={!tokensRight}
              value={draft.maxTokens}
              onValue={(maxTokens) => onChange({ maxTokens })}
            />
          </div>
          <span>tokens out</span>
          {draft.maxTokens !== String(details.maxTokens) && (
            <span className="text-12 text-text-3">
              asked for <s>{details.maxTokens.toLocaleString('en')}</s>
            </span>
          )}
          {!tokensRight && (
            <span className="text-12 text-danger-text">A whole number from 1 to {details.maxTokens.toLocaleString('en')}</span>
          )}
        </div>
        {(details.temperature !== undefined || details.stopSequences.length > 0) && (
          <p className="mono breakable pt-1 text-12 text-text-2">
            {details.temperature !== undefined && `temperature ${details.temperature} `}
            {details.stopSequences.length > 0 && (
              <SafeText text={`stops at ${details.stopSequences.map((each) => JSON.stringify(each)).join(', ')}`} />
            )}
          </p>
        )}
      </QuestionRow>
    </>
  )
}

interface WordsProps {
  readonly who: string
  readonly text: string
  /** Shown, not edited. */
  readonly fixed: boolean
  readonly others?: readonly JsonValue[]
  readonly onText: (text: string) => void
}

function Words({ who, text, fixed, others = [], onText }: WordsProps) {
  return (
    <div className="grid gap-x-3 gap-y-1 medium:grid-cols-[4.25rem_minmax(0,1fr)]">
      <span className="text-12 leading-5 text-text-2">{who}</span>
      <div className="grid min-w-0 gap-1">
        {fixed ? (
          <p className="quote breakable text-14 whitespace-pre-wrap">
            <SafeText text={text} />
          </p>
        ) : (
          <TextArea lines={1} aria-label={who} className="quote resize-none! text-14" value={text} onValue={onText} />
        )}
        {others.map((block, index) => (
          <OtherBlock key={index} block={block} />
        ))}
      </div>
    </div>
  )
}

/** A block that is no text: an image or sound, or whatever else a server put there. */
function OtherBlock({ block }: { readonly block: JsonValue }) {
  const { type, data, mimeType } = isRecord(block) ? block : {}
  const media = typeof data === 'string' && typeof mimeType === 'string' ? mediaUrl(mimeType, data) : undefined
  if (media?.kind === 'image')
    return <img src={media.url} alt="Sent along by the server" className="max-h-48 max-w-full justify-self-start rounded-2" />
  if (media) return <audio src={media.url} controls aria-label="Audio that the server sends along" />
  return (
    <span className="mono text-12 text-text-2">{typeof type === 'string' ? <SafeText text={type} /> : 'unknown content'}, not shown</span>
  )
}

function isText(block: JsonValue): block is { readonly type: 'text'; readonly text: string } {
  return isRecord(block) && block['type'] === 'text' && typeof block['text'] === 'string'
}

function messageText({ content }: SamplingMessage): string {
  return content.flatMap((block) => (isText(block) ? [block.text] : [])).join('\n\n')
}

function readDraft(details: SamplingDetails, kept: JsonValue | undefined): SamplingDraft {
  const draft = isRecord(kept) ? kept : {}
  const text = (key: string, start: string): string => (typeof draft[key] === 'string' ? draft[key] : start)
  const texts = draft['texts']
  return {
    model: text('model', details.models[0] ?? ''),
    maxTokens: text('maxTokens', String(details.maxTokens)),
    system: text('system', details.systemPrompt ?? ''),
    texts:
      Array.isArray(texts) && texts.length === details.messages.length && texts.every((each) => typeof each === 'string')
        ? texts
        : details.messages.map(messageText),
    byHand: details.models.length === 0 || draft['byHand'] === true,
    answer: text('answer', ''),
  }
}

function definedOnly(part: Partial<SamplingDraft>): { readonly [key: string]: JsonValue } {
  return Object.fromEntries(Object.entries(part).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])))
}
