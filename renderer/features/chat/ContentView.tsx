import { Server } from 'lucide-react'
import type { ContentBlock } from '../../../shared/domain/toolResult'
import { assertNever } from '../../../shared/lib/assertNever'
import { CodeBlock } from '../../ui/CodeBlock'
import { markdownLink } from '../../ui/markdownLink'
import { SafeText } from '../../ui/SafeText'
import { Said } from '../../ui/Said'
import { SaidLine } from '../../ui/SaidLine'
import { sizeWords } from '../../ui/words'
import { askToOpen } from './linkStore'
import { mediaUrl } from '../../ui/mediaUrl'

/** One block of a result. Nothing in it is fetched, and nothing in it is markup. */
export function ContentView({ server, block }: { readonly server: string; readonly block: ContentBlock }) {
  switch (block.type) {
    case 'text':
      return <TextView server={server} text={block.text} />
    case 'image':
    case 'audio':
      return <MediaView server={server} mimeType={block.mimeType} data={block.data} />
    case 'resource_link':
      return <ResourceLink server={server} link={block} />
    case 'resource':
      return <EmbeddedResource server={server} resource={block} />
    case 'unknown':
      return (
        <CodeBlock
          code={JSON.stringify(block.json, null, 2)}
          language="json"
          heading={
            <>
              <WrittenBy server={server} /> · a kind of content that Parley does not know:{' '}
              <span className="mono">
                <SafeText text={block.kind} />
              </span>
            </>
          }
        />
      )
    default:
      return assertNever(block)
  }
}

function WrittenBy({ server }: { readonly server: string }) {
  return (
    <>
      <Server size={12} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
      Written by {server}
    </>
  )
}

/** Prose stands on the server's paper; what is JSON is data, and stands in a sunk box. */
function TextView({ server, text }: { readonly server: string; readonly text: string }) {
  const json = jsonIn(text)
  if (json !== undefined) return <CodeBlock code={json} language="json" heading={<WrittenBy server={server} />} />
  return <Said by={server} text={text} cutAt={4000} />
}

function jsonIn(text: string): string | undefined {
  if (!/^\s*[[{]/.test(text) || text.length > 200_000) return undefined
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    // It only begins like JSON, and is shown as the text that it is.
    return undefined
  }
}

function MediaView({ server, mimeType, data }: { readonly server: string; readonly mimeType: string; readonly data: string }) {
  const media = mediaUrl(mimeType, data)
  if (!media) {
    return (
      <p className="text-12 text-text-2">
        {server} sent {sizeWords(Math.round(data.length * 0.75))} of{' '}
        <span className="mono">
          <SafeText text={mimeType} />
        </span>
        , which Parley does not show.
      </p>
    )
  }
  return (
    <figure className="grid gap-1">
      {media.kind === 'image' ? (
        <img
          src={media.url}
          alt={`Sent by ${server}`}
          className="max-h-96 min-h-12 max-w-full justify-self-start rounded-2 border border-line bg-sunk object-contain"
        />
      ) : (
        <audio src={media.url} controls preload="metadata" aria-label={`Audio from ${server}`} className="w-full" />
      )}
      <figcaption className="flex items-center gap-1.5 text-11 text-text-3">
        <WrittenBy server={server} /> · {sizeWords(Math.round(data.length * 0.75))}
      </figcaption>
    </figure>
  )
}

function ResourceLink({ server, link }: { readonly server: string; readonly link: Extract<ContentBlock, { type: 'resource_link' }> }) {
  const web = markdownLink(link.uri, link.uri)
  return (
    <div className="grid gap-1 rounded-2 border border-line bg-sunk px-3 py-2">
      <div className="flex items-center gap-1.5 text-11 text-text-3">
        <WrittenBy server={server} /> · a link to a resource, not read
      </div>
      <SaidLine text={link.title ?? link.name} whole />
      <div className="mono breakable text-12">
        {web ? (
          <button type="button" role="link" className="text-left text-accent hover:underline" onClick={() => askToOpen(web.url)}>
            <SafeText text={link.uri} />
          </button>
        ) : (
          <SafeText text={link.uri} />
        )}
      </div>
      {link.description !== undefined && <SaidLine text={link.description} whole />}
      {(link.mimeType !== undefined || link.size !== undefined) && (
        <div className="num text-12 text-text-3">
          <SafeText text={[link.mimeType, link.size === undefined ? undefined : sizeWords(link.size)].filter(Boolean).join(' · ')} />
        </div>
      )}
    </div>
  )
}

function EmbeddedResource({
  server,
  resource,
}: {
  readonly server: string
  readonly resource: Extract<ContentBlock, { type: 'resource' }>
}) {
  return (
    <div className="grid gap-1.5">
      <div className="mono breakable text-12 text-text-2">
        <SafeText text={resource.uri} />
      </div>
      {resource.text !== undefined && <TextView server={server} text={resource.text} />}
      {resource.blob !== undefined && (
        <MediaView server={server} mimeType={resource.mimeType ?? 'application/octet-stream'} data={resource.blob} />
      )}
    </div>
  )
}
