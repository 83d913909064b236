import { Server } from 'lucide-react'
import type { ReactNode } from 'react'
import { Text } from '../../i18n/Text'
import { t } from '../../i18n/t'
import type { ServerId } from '../../../shared/domain/ids'
import type { ResourceItem } from '../../../shared/domain/resourceContents'
import { assertNever } from '../../../shared/lib/assertNever'
import { CodeBlock } from '../../markdown/CodeBlock'
import { SafeText } from '../../ui/SafeText'
import { formatBytes } from '../../ui/format/formatBytes'
import { chooseResourceViewer } from './chooseResourceViewer'

export interface ResourceItemViewProps {
  readonly serverId: ServerId
  readonly item: ResourceItem
}

/** One piece of a resource. It never fetches anything and never renders the content as markup. */
export function ResourceItemView({ serverId, item }: ResourceItemViewProps) {
  const look = chooseResourceViewer(item)
  switch (look.kind) {
    case 'code':
      return (
        <CodeBlock
          code={look.code}
          {...(look.language !== undefined && { language: look.language })}
          heading={<WrittenBy serverId={serverId}>{item.mimeType}</WrittenBy>}
          // Lines of Markdown are as long as a paragraph.
          wrap={look.language === undefined || look.language === 'markdown'}
        />
      )
    case 'image':
    case 'audio':
      return <Media serverId={serverId} look={look} />
    case 'bytes':
      return <Bytes serverId={serverId} item={item} bytes={look.bytes} />
    case 'empty':
      return <Plain>{t('catalog.empty')}</Plain>
    default:
      return assertNever(look)
  }
}

function WrittenBy({ serverId, children }: { readonly serverId: ServerId; readonly children?: string | undefined }) {
  return (
    <>
      <Server size={12} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
      <span className="breakable">{t('catalog.writtenBy', { server: serverId })}</span>
      {children !== undefined && (
        <span translate="no" className="mono cut">
          <SafeText text={children} />
        </span>
      )}
    </>
  )
}

interface MediaProps {
  readonly serverId: ServerId
  readonly look: { readonly kind: 'image' | 'audio'; readonly url: string; readonly bytes: number }
}

function Media({ serverId, look }: MediaProps) {
  return (
    <figure className="grid gap-1">
      {look.kind === 'image' ? (
        <img
          src={look.url}
          alt={t('catalog.sentBy', { serverId })}
          className="max-h-[32rem] min-h-12 min-w-6 max-w-full justify-self-start rounded-2 border border-line bg-sunk object-contain"
        />
      ) : (
        <audio src={look.url} controls preload="metadata" aria-label={t('catalog.audioFrom', { serverId })} className="w-full" />
      )}
      <figcaption className="flex items-center gap-1.5 text-11 text-text-3">
        <WrittenBy serverId={serverId} /> <span translate="no">· {formatBytes(look.bytes)}</span>
      </figcaption>
    </figure>
  )
}

function Bytes({ serverId, item, bytes }: ResourceItemViewProps & { readonly bytes: number }) {
  return (
    <Plain>
      {item.mimeType === undefined ? (
        t('catalog.bytesUnnamed', { size: formatBytes(bytes), serverId })
      ) : (
        <Text
          id="catalog.bytesOf"
          values={{ size: formatBytes(bytes), serverId }}
          components={{
            type: (
              <span translate="no" className="mono">
                <SafeText text={item.mimeType} />
              </span>
            ),
          }}
        />
      )}
    </Plain>
  )
}

function Plain({ children }: { readonly children: ReactNode }) {
  return <p className="rounded-2 border border-line bg-sunk px-3 py-2 text-text-2">{children}</p>
}
