import { ChevronDown, ChevronRight, File, FileAudio, FileImage, FileText, Folder } from 'lucide-react'
import { translator } from '../../i18n/t'
import type { ServerId } from '../../../shared/domain/ids'
import type { SubscribedResource } from '../../../shared/domain/resourceContents'
import { showResource } from '../../state/navigation'
import { CatalogEntryIcon } from './CatalogEntryIcon'
import { SafeText } from '../../ui/SafeText'
import { ServerQuoteLine } from '../../ui/ServerQuoteLine'
import { formatBytes } from '../../ui/format/formatBytes'
import { AttachButton } from './AttachButton'
import { SubscriptionState } from './SubscriptionState'
import type { ResourceRow } from './resourceTree'

/** Class names, because the page allows no inline styles. Deeper folders are not indented further than the last class. */
const insets = ['ps-4', 'ps-9', 'ps-14', 'ps-19', 'ps-24'] as const
const insetOf = (depth: number): string => insets[Math.min(depth, insets.length - 1)] ?? 'ps-4'

/** A folder in the list of resources. */
export function FolderRow({ row, onToggle }: { readonly row: Extract<ResourceRow, { kind: 'folder' }>; readonly onToggle: () => void }) {
  const Chevron = row.open ? ChevronDown : ChevronRight
  return (
    <div role="listitem" className="border-b border-line">
      <button
        type="button"
        data-list-item
        aria-expanded={row.open}
        onClick={onToggle}
        className={`flex w-full items-center gap-2 py-[0.4375rem] pe-4 text-start -outline-offset-2 hover:bg-hover ${insetOf(row.depth)}`}
      >
        <Chevron size={13} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-text-3" />
        <Folder size={15} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-text-3" />
        <span translate="no" className="mono breakable min-w-0 grow">
          <SafeText text={row.name} />
        </span>
        <span translate="no" className="num text-12 text-text-3">
          {translator().number(row.count)}
        </span>
      </button>
    </div>
  )
}

export interface ResourceListRowProps {
  readonly serverId: ServerId
  readonly row: Extract<ResourceRow, { kind: 'resource' }>
  readonly followed: SubscribedResource | undefined
}

/** One resource in the list. Its name opens it. */
export function ResourceListRow({ serverId, row: { resource, depth, address }, followed }: ResourceListRowProps) {
  const title = resource.title === resource.name ? undefined : resource.title
  return (
    <div
      role="listitem"
      className={`relative flex items-center gap-3 border-b border-line py-2 pe-4 hover:bg-hover max-medium:flex-wrap ${insetOf(depth)}`}
    >
      {resource.icons ? <CatalogEntryIcon serverId={serverId} icons={resource.icons} /> : <KindIcon mimeType={resource.mimeType} />}
      <div className="min-w-0 grow max-medium:basis-40">
        <button
          type="button"
          data-list-item
          data-uri={resource.uri}
          onClick={() => showResource(serverId, resource.uri)}
          className="mono block max-w-full rounded-1 text-start font-label -outline-offset-2 after:absolute after:inset-0"
        >
          <span translate="no" className="breakable">
            <SafeText text={resource.name} />
          </span>
        </button>
        {address !== resource.name && (
          <div translate="no" className="mono cut text-12 text-text-3">
            <SafeText text={address} />
          </div>
        )}
        {(title ?? resource.description) !== undefined && (
          <ServerQuoteLine className="mt-[0.1875rem]" lead={title} text={resource.description ?? ''} />
        )}
      </div>
      {followed && <SubscriptionState state={followed.state} />}
      <span translate="no" className="num cut shrink-0 text-end text-12 text-text-2 max-medium:hidden">
        {resource.mimeType !== undefined && <SafeText text={resource.mimeType} />}
        {resource.mimeType !== undefined && resource.size !== undefined && ' · '}
        {resource.size !== undefined && formatBytes(resource.size)}
      </span>
      <span className="relative ms-auto">
        <AttachButton size="small" what={{ source: 'resource', serverId, uri: resource.uri, name: resource.name }} />
      </span>
    </div>
  )
}

function KindIcon({ mimeType = '' }: { readonly mimeType: string | undefined }) {
  const look = { size: 15, strokeWidth: 1.75, 'aria-hidden': true, className: 'shrink-0 text-text-3' }
  if (mimeType.startsWith('image/')) return <FileImage {...look} />
  if (mimeType.startsWith('audio/')) return <FileAudio {...look} />
  return mimeType.startsWith('text/') || mimeType.includes('json') ? <FileText {...look} /> : <File {...look} />
}
