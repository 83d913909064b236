import { X } from 'lucide-react'
import type { SamplingBlock, SamplingEdit, SamplingMessage } from '../../../../shared/domain/sampling'
import { withMedia } from '../../../../shared/sampling/samplingMedia'
import { Text } from '../../../i18n/Text'
import { t } from '../../../i18n/t'
import { IconButton } from '../../../ui/IconButton'
import { mediaDataUrl } from '../../../ui/files/mediaDataUrl'
import { QuotedName } from '../../../ui/QuotedName'
import { SafeText } from '../../../ui/SafeText'
import { TextArea } from '../../../ui/form/TextArea'
import { plainText } from '../../../../shared/lib/unsafeCharacters'
import { formatBytes } from '../../../ui/format/formatBytes'

export interface SamplingMessageBlocksProps {
  readonly edit: SamplingEdit
  /** The messages as the server wrote them, with the data of images and sounds. */
  readonly original: readonly SamplingMessage[]
  /** Read-only. */
  readonly fixed: boolean
  readonly onChange: (edit: SamplingEdit) => void
}

/** Shows the system prompt and the messages of a request, block by block. Text can be edited in place. */
export function SamplingMessageBlocks({ edit, original, fixed, onChange }: SamplingMessageBlocksProps) {
  const whole = withMedia(edit.messages, original)
  const { messages, systemPrompt } = edit
  return (
    <div className="grid gap-2 pt-1">
      {systemPrompt !== undefined && (
        <Line who={t('sampling.system')}>
          <Words
            label={t('sampling.system')}
            text={systemPrompt}
            fixed={fixed}
            onText={(text) => onChange({ ...edit, systemPrompt: text })}
          />
        </Line>
      )}
      {messages.map((message, index) => {
        const who = messages.length > 1 ? t(`sampling.numbered.${message.role}`, { number: index + 1 }) : t(`sampling.role.${message.role}`)
        const { content } = message
        const put = (blocks: SamplingBlock[]): void =>
          onChange({ ...edit, messages: messages.with(index, { ...message, content: blocks }) })
        return (
          <Line key={index} who={who}>
            {content.map((block, place) => (
              <Block
                key={place}
                label={content.length > 1 ? t('sampling.part', { of: who, number: place + 1 }) : who}
                block={block}
                whole={whole[index]?.content[place] ?? block}
                fixed={fixed}
                onBlock={(next) => put(content.with(place, next))}
                {...(content.length > 1 && { onRemove: () => put(content.toSpliced(place, 1)) })}
              />
            ))}
          </Line>
        )
      })}
    </div>
  )
}

function Line({ who, children }: { readonly who: string; readonly children: React.ReactNode }) {
  return (
    <div className="grid gap-x-3 gap-y-1 medium:grid-cols-[4.25rem_minmax(0,1fr)]">
      <span className="text-12 leading-5 text-text-2">{who}</span>
      <div className="grid min-w-0 gap-1">{children}</div>
    </div>
  )
}

interface BlockProps {
  readonly label: string
  readonly block: SamplingBlock
  /** The block with its data. */
  readonly whole: SamplingBlock
  readonly fixed: boolean
  readonly onBlock: (block: SamplingBlock) => void
  readonly onRemove?: () => void
}

function Block({ label, block, whole, fixed, onBlock, onRemove }: BlockProps) {
  switch (block.type) {
    case 'text':
      return <Words label={label} text={block.text} fixed={fixed} onText={(text) => onBlock({ ...block, text })} />
    case 'image':
    case 'audio':
      return <MediaLine block={whole} {...(!fixed && onRemove && { onRemove })} />
    case 'tool_use':
      return (
        <Data
          heading={<Text id="sampling.calls" components={{ tool: <QuotedName name={block.name} /> }} />}
          text={JSON.stringify(block.input, null, 2)}
        />
      )
    case 'tool_result':
      return <Data heading={block.isError ? t('sampling.toolFailed') : t('sampling.toolGaveBack')} text={resultText(block)} />
  }
}

function Words({
  label,
  text,
  fixed,
  onText,
}: {
  readonly label: string
  readonly text: string
  readonly fixed: boolean
  readonly onText: (text: string) => void
}) {
  if (fixed)
    return (
      <p className="quote breakable text-14 whitespace-pre-wrap">
        <SafeText text={text} />
      </p>
    )
  return (
    <>
      <TextArea lines={1} aria-label={label} className="quote text-14" value={text} onValue={onText} />
      {plainText(text) !== text && (
        <p className="quote breakable text-12 whitespace-pre-wrap text-text-2">
          <span className="font-ui text-danger-text">{t('sampling.hiddenCharacters')} </span>
          <SafeText text={text} />
        </p>
      )}
    </>
  )
}

/** An image or a sound that is sent. It has a remove button when it is optional. */
function MediaLine({ block, onRemove }: { readonly block: SamplingBlock; readonly onRemove?: () => void }) {
  if (block.type !== 'image' && block.type !== 'audio') return null
  const media = mediaDataUrl(block.mimeType, block.data)
  const bytes = Math.floor((block.data.length * 3) / 4)
  return (
    <div className="flex items-start gap-2">
      <div className="min-w-0 grow">
        {media?.kind === 'image' && (
          <img src={media.url} alt={t('sampling.sentAlong')} className="max-h-48 min-h-6 min-w-6 max-w-full rounded-2 object-contain" />
        )}
        {media?.kind === 'audio' && <audio src={media.url} controls aria-label={t('sampling.sound')} />}
        <span className="mono block text-12 text-text-2">
          <SafeText text={block.mimeType} />, {formatBytes(bytes)}
          {!media && `, ${t('sampling.notShown')}`}
        </span>
      </div>
      {onRemove && <IconButton size="small" label={t('sampling.doNotSend')} icon={<X size={14} aria-hidden="true" />} onClick={onRemove} />}
    </div>
  )
}

/** Shows the server's raw data. The JSON view can edit it. */
function Data({ heading, text }: { readonly heading: React.ReactNode; readonly text: string }) {
  return (
    <div className="rounded-2 border border-line bg-sunk text-text">
      <div className="mono border-b border-line px-2 py-0.5 text-12 text-text-2">{heading}</div>
      <pre
        className="mono breakable max-h-60 overflow-y-auto px-2 py-1 text-12 leading-5 whitespace-pre-wrap"
        tabIndex={0}
        aria-label={t('sampling.data')}
      >
        <SafeText text={text} />
      </pre>
    </div>
  )
}

function resultText({ content, structuredContent }: Extract<SamplingBlock, { type: 'tool_result' }>): string {
  const texts = content.map((each) => (typeof each['text'] === 'string' ? each['text'] : JSON.stringify(each)))
  const structured = structuredContent === undefined ? [] : [JSON.stringify(structuredContent, null, 2)]
  return [...texts, ...structured].join('\n\n')
}
