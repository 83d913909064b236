import { ServerText } from '../../i18n/ServerText'
import { useDeferredValue, useMemo, type RefObject } from 'react'
import { t, translator } from '../../i18n/t'
import type { Catalog } from '../../../shared/domain/catalog'
import type { ServerId } from '../../../shared/domain/ids'
import { EmptyState } from '../../ui/EmptyState'
import { VirtualList } from '../../ui/VirtualList'
import { SearchField } from '../../ui/form/SearchField'
import { SegmentedControl } from '../../ui/form/SegmentedControl'
import { useListNavigation } from '../../ui/hooks/useListNavigation'
import { FolderRow, ResourceListRow } from './ResourceListRow'
import { findResources, flatRows, folderRows, forAudience, hasFolders, saysAudience, type Audience } from './resourceTree'
import { SkippedEntryRows } from './SkippedEntryRows'
import { TemplateList } from './TemplateList'
import { useResourceSubscriptions } from './useResourceSubscriptions'

/** How a person views the list. */
export interface ResourceListView {
  readonly search: string
  readonly look: 'folders' | 'list'
  readonly audience: Audience
  /** The folders that the person opened or closed, so that they differ from their initial state. */
  readonly toggled: ReadonlySet<string>
}

export interface ResourceListProps {
  readonly serverId: ServerId
  readonly catalog: Catalog
  readonly scroller: RefObject<HTMLElement | null>
  readonly view: ResourceListView
  readonly onView: (view: ResourceListView) => void
}

/** Shows what a server offers to read: templates, and resources by folder or in one flat list. */
export function ResourceList({ serverId, catalog, scroller, view, onView }: ResourceListProps) {
  const { resources, templates } = catalog
  const { search, look, audience } = view
  const wanted = useDeferredValue(search)
  const list = useListNavigation()
  const found = useMemo(() => findResources(forAudience(resources, audience), ({ uri }) => uri, wanted), [resources, audience, wanted])
  const foundTemplates = findResources(templates, ({ uriTemplate }) => uriTemplate, wanted)
  const skipped = catalog.skipped.filter(({ what }) => what === 'resource' || what === 'template')
  const foldable = useMemo(() => hasFolders(resources), [resources])
  if (resources.length + templates.length + skipped.length === 0)
    return (
      <div className="rounded-3 border border-line bg-raised">
        <EmptyState title={t('catalog.noResources')} text={<ServerText id="catalog.offersNone" server={serverId} />} />
      </div>
    )
  return (
    <div ref={list} className="grid grid-cols-[minmax(0,1fr)] gap-2.5">
      <div className="flex flex-wrap items-center gap-2">
        <SearchField
          className="w-56"
          label={t('catalog.findResource')}
          value={search}
          onValue={(next) => onView({ ...view, search: next })}
        />
        {foldable && wanted.trim() === '' && (
          <SegmentedControl
            label={t('catalog.showAs')}
            value={look}
            onValue={(next) => onView({ ...view, look: next })}
            options={looks.map((value) => ({ value, label: t(`catalog.look.${value}`) }))}
          />
        )}
        {saysAudience(resources) && (
          <SegmentedControl
            label={t('catalog.for')}
            value={audience}
            onValue={(next) => onView({ ...view, audience: next })}
            options={audiences.map((value) => ({ value, label: t(`catalog.audience.${value}`) }))}
          />
        )}
        <span className="grow" />
        <span className="num text-12 text-text-2">{countOf(resources.length, templates.length)}</span>
      </div>
      <TemplateList serverId={serverId} templates={foundTemplates} />
      <ResourceRows
        serverId={serverId}
        resources={found}
        folders={foldable && look === 'folders' && wanted.trim() === ''}
        scroller={scroller}
        toggled={view.toggled}
        onToggled={(toggled) => onView({ ...view, toggled })}
      />
      {found.length + foundTemplates.length === 0 && wanted !== '' && (
        <EmptyState title={t('catalog.nothingMatches', { search: wanted })} text={t('catalog.resourcesSearched')} />
      )}
      {wanted === '' && <SkippedEntryRows server={serverId} items={skipped} />}
    </div>
  )
}

const audiences = ['all', 'user', 'assistant'] as const
const looks = ['folders', 'list'] as const

interface ResourceRowsProps {
  readonly serverId: ServerId
  readonly resources: Catalog['resources']
  readonly folders: boolean
  readonly scroller: RefObject<HTMLElement | null>
  readonly toggled: ReadonlySet<string>
  readonly onToggled: (toggled: ReadonlySet<string>) => void
}

function ResourceRows({ serverId, resources, folders, scroller, toggled, onToggled }: ResourceRowsProps) {
  const followed = useResourceSubscriptions(serverId)
  const rows = useMemo(() => (folders ? folderRows(resources, toggled) : flatRows(resources)), [folders, resources, toggled])
  return (
    <VirtualList label={t('catalog.resources')} items={rows} scroller={scroller} rowHeight={folders ? 41 : 57}>
      {(row) =>
        row.kind === 'folder' ? (
          <FolderRow key={`folder ${row.key}`} row={row} onToggle={() => onToggled(withOrWithout(toggled, row.key))} />
        ) : (
          <ResourceListRow key={row.key} serverId={serverId} row={row} followed={followed.get(row.resource.uri)} />
        )
      }
    </VirtualList>
  )
}

function countOf(resources: number, templates: number): string {
  const counts = [
    ...(resources > 0 ? [t('catalog.count.resources', { count: resources })] : []),
    ...(templates > 0 ? [t('catalog.count.templates', { count: templates })] : []),
  ]
  return translator().list(counts, 'unit')
}

function withOrWithout(keys: ReadonlySet<string>, key: string): ReadonlySet<string> {
  return keys.has(key) ? new Set([...keys].filter((one) => one !== key)) : new Set(keys).add(key)
}
