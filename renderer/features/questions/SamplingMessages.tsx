import type { SamplingDetails } from '../../../shared/domain/question'
import { isRecord, type JsonValue } from '../../../shared/lib/json'
import { mediaUrl } from '../../ui/mediaUrl'
import { QuestionRow } from '../../ui/QuestionRow'
import { SafeText } from '../../ui/SafeText'
import { Said } from '../../ui/Said'
import { TextArea } from '../../ui/TextArea'
import { isText, type SamplingDraft } from './samplingDraft'

export interface SamplingMessagesProps {
  readonly server: string
  readonly details: SamplingDetails
  readonly draft: SamplingDraft
  readonly onChange: (part: Partial<SamplingDraft>) => void
}

/** All that a server would send to the model, editable; fixed while the person answers in the model's place. */
export function SamplingMessages({ server, details, draft, onChange }: SamplingMessagesProps) {
  return (
    <QuestionRow>
      <p className="pb-2 text-12 text-text-2">
        <b className="font-label text-text">{draft.byHand ? 'What it asks' : 'What is sent'}</b>
        {!draft.byHand && '. You can edit all of it.'}
      </p>
      <Said by={server} note="none of your conversation is added">
        <div className="grid gap-2 pt-1">
          {(details.systemPrompt !== undefined || draft.system !== '') && (
            <Words who="System" text={draft.system} fixed={draft.byHand} onText={(system) => onChange({ system })} />
          )}
          {details.messages.map((message, index) => (
            <Words
              key={index}
              who={`${message.role === 'user' ? 'User' : 'Assistant'}${details.messages.length > 1 ? ` ${index + 1}` : ''}`}
              text={draft.texts[index] ?? ''}
              fixed={draft.byHand}
              others={message.content.filter((block) => !isText(block))}
              onText={(text) => onChange({ texts: draft.texts.with(index, text) })}
            />
          ))}
        </div>
      </Said>
    </QuestionRow>
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

/** The words of one message, and what came with them. */
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
