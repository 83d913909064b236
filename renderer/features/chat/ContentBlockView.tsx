import type { ReactNode } from 'react'
import { Text } from '../../i18n/Text'
import { t } from '../../i18n/t'
import type { ContentAnnotations } from '../../../shared/domain/catalog'
import type { ServerId } from '../../../shared/domain/ids'
import type { ContentBlock } from '../../../shared/domain/toolResult'
import { assertNever } from '../../../shared/lib/assertNever'
import { CodeBlock } from '../../markdown/CodeBlock'
import { SafeText } from '../../ui/SafeText'
import { ServerQuote } from '../../ui/ServerQuote'
import { formatBytes } from '../../ui/format/formatBytes'
import { decodeContentBlockBlob } from './calls/decodeContentBlockBlob'
import { isProse } from './isProse'
import { ResourceLinks } from './ResourceLinks'
import { WrittenBy } from './WrittenBy'
import { mediaDataUrl } from '../../ui/files/mediaDataUrl'

export interface ContentBlockViewProps {
  readonly server: ServerId
  readonly block: ContentBlock
  /** Shows everything without a cut, because a person decides about it. */
  readonly whole?: boolean
  /** Shown in place of its text. */
  readonly views?: ReactNode
}

/** One block of a server's content. It never fetches anything and never renders the content as markup. */
export function ContentBlockView({ server, block, whole = false, views }: ContentBlockViewProps) {
  const notes = block.type === 'unknown' ? [] : describeAnnotations(block.annotations)
  if (notes.length === 0) return <Block server={server} block={block} whole={whole} views={views} />
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1">
      <Block server={server} block={block} whole={whole} views={views} />
      <p className="text-12 text-text-3">{notes.join(' · ')}</p>
    </div>
  )
}

function Block({ server, block, whole, views }: Required<ContentBlockViewProps>) {
  switch (block.type) {
    case 'text':
      return views ?? <ServerTextView server={server} text={block.text} whole={whole} />
    case 'image':
    case 'audio':
      return <MediaView server={server} mimeType={block.mimeType} data={block.data} />
    case 'resource_link':
      return <ResourceLinks server={server} links={[block]} inert={whole} />
    case 'resource':
      return <EmbeddedResource server={server} resource={block} whole={whole} views={views} />
    case 'unknown':
      return (
        <CodeBlock
          code={JSON.stringify(block.json, null, 2)}
          language="json"
          heading={
            <>
              <WrittenBy server={server} />{' '}
              <Text
                id="chat.unknownContent"
                components={{
                  kind: (
                    <span translate="no" className="mono">
                      <SafeText text={block.kind} />
                    </span>
                  ),
                }}
              />
            </>
          }
        />
      )
    default:
      return assertNever(block)
  }
}

/** Describes the audience and the importance that a server declares for its content. */
function describeAnnotations({ audience = [], priority }: ContentAnnotations = {}): readonly string[] {
  const you = audience.includes('user')
  const model = audience.includes('assistant')
  return [
    ...(you && !model ? [t('chat.forYouOnly')] : []),
    ...(model && !you ? [t('chat.forModel')] : []),
    ...(priority === undefined ? [] : [t('chat.importance', { percent: Math.round(priority * 100) })]),
  ]
}

interface ServerTextViewProps {
  readonly server: string
  readonly text: string
  readonly whole?: boolean
}

/** Shows prose on the server's paper. JSON, logs and the source of Markdown are data and appear in a sunken box. */
export function ServerTextView({ server, text, whole = false }: ServerTextViewProps) {
  const json = jsonIn(text)
  if (json !== undefined) return <CodeBlock code={json} language="json" heading={<WrittenBy server={server} />} />
  if (!isProse(text)) return <CodeBlock code={text} heading={<WrittenBy server={server} />} wrap folds={!whole} />
  return <ServerQuote by={server} text={text} {...(!whole && { cutAt: 4000 })} />
}

function jsonIn(text: string): string | undefined {
  if (!/^\s*[[{]/.test(text) || text.length > 200_000) return undefined
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    // The text only starts like JSON, so it is shown as plain text.
    return undefined
  }
}

function MediaView({ server, mimeType, data }: { readonly server: string; readonly mimeType: string; readonly data: string }) {
  const media = mediaDataUrl(mimeType, data)
  if (!media) {
    return (
      <p className="text-12 text-text-2">
        <Text
          id="chat.notShown"
          values={{ server, size: formatBytes(Math.round(data.length * 0.75)) }}
          components={{
            type: (
              <span translate="no" className="mono">
                <SafeText text={mimeType} />
              </span>
            ),
          }}
        />
      </p>
    )
  }
  return (
    <figure className="grid gap-1">
      {media.kind === 'image' ? (
        <img
          src={media.url}
          alt={t('chat.sentBy', { server })}
          className="max-h-96 min-h-12 min-w-6 max-w-full justify-self-start rounded-2 border border-line bg-sunk object-contain"
        />
      ) : (
        <audio src={media.url} controls preload="metadata" aria-label={t('chat.audioFrom', { server })} className="w-full" />
      )}
      <figcaption className="flex items-center gap-1.5 text-11 text-text-3">
        <WrittenBy server={server} /> <span translate="no">· {formatBytes(Math.round(data.length * 0.75))}</span>
      </figcaption>
    </figure>
  )
}

interface EmbeddedResourceProps {
  readonly server: string
  readonly resource: Extract<ContentBlock, { type: 'resource' }>
  readonly whole: boolean
  readonly views: ReactNode
}

function EmbeddedResource({ server, resource: { uri, text, blob, mimeType }, whole, views }: EmbeddedResourceProps) {
  const words = text ?? (blob === undefined ? undefined : decodeContentBlockBlob(mimeType, blob))
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
      <div translate="no" className="mono breakable text-12 text-text-2">
        <SafeText text={uri} />
      </div>
      {words !== undefined && (views ?? <ServerTextView server={server} text={words} whole={whole} />)}
      {words === undefined && blob !== undefined && (
        <MediaView server={server} mimeType={mimeType ?? 'application/octet-stream'} data={blob} />
      )}
    </div>
  )
}
