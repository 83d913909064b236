import { useDeferredValue, useMemo, type RefObject } from 'react'
import type { Catalog } from '../../../shared/domain/catalog'
import type { ServerId } from '../../../shared/domain/ids'
import { EmptyState } from '../../ui/EmptyState'
import { VirtualList } from '../../ui/VirtualList'
import { SearchField } from '../../ui/form/SearchField'
import { SegmentedControl } from '../../ui/form/SegmentedControl'
import { useListNavigation } from '../../ui/hooks/useListNavigation'
import { formatCount } from '../../ui/format/relativeTime'
import { FolderRow, ResourceListRow } from './ResourceListRow'
import { findResources, flatRows, folderRows, forAudience, hasFolders, saysAudience, type Audience } from './resourceRows'
import { SkippedEntryRows } from './SkippedEntryRows'
import { TemplateList } from './TemplateList'
import { useSubscriptions } from './useSubscriptions'

/** How a person looks at the list. */
export interface ResourceListView {
  readonly search: string
  readonly look: 'folders' | 'list'
  readonly audience: Audience
  /** The folders that are not as they were at first. */
  readonly toggled: ReadonlySet<string>
}

export interface ResourceListProps {
  readonly serverId: ServerId
  readonly catalog: Catalog
  readonly scroller: RefObject<HTMLElement | null>
  readonly view: ResourceListView
  readonly onView: (view: ResourceListView) => void
}

/** What a server offers to read: templates, and resources by folder or one below the other. */
export function ResourceList({ serverId, catalog, scroller, view, onView }: ResourceListProps) {
  const { resources, templates } = catalog
  const { search, look, audience } = view
  const wanted = useDeferredValue(search)
  const list = useListNavigation()
  const found = useMemo(() => findResources(forAudience(resources, audience), ({ uri }) => uri, wanted), [resources, audience, wanted])
  const foundTemplates = findResources(templates, ({ uriTemplate }) => uriTemplate, wanted)
  const setAside = catalog.setAside.filter(({ what }) => what === 'resource' || what === 'template')
  const foldable = useMemo(() => hasFolders(resources), [resources])
  if (resources.length + templates.length + setAside.length === 0)
    return (
      <div className="rounded-3 border border-line bg-raised">
        <EmptyState title="No resources" text={`${serverId} offers none.`} />
      </div>
    )
  return (
    <div ref={list} className="grid grid-cols-[minmax(0,1fr)] gap-2.5">
      <div className="flex flex-wrap items-center gap-2">
        <SearchField className="w-56" label="Find a resource" value={search} onValue={(next) => onView({ ...view, search: next })} />
        {foldable && wanted.trim() === '' && (
          <SegmentedControl label="Show as" value={look} onValue={(next) => onView({ ...view, look: next })} options={looks} />
        )}
        {saysAudience(resources) && (
          <SegmentedControl label="For" value={audience} onValue={(next) => onView({ ...view, audience: next })} options={audiences} />
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
        <EmptyState
          title={`Nothing matches “${wanted}”`}
          text="Names, titles, descriptions, addresses and types were searched; what they hold was not."
        />
      )}
      {wanted === '' && <SkippedEntryRows server={serverId} items={setAside} />}
    </div>
  )
}

const audiences = [
  { value: 'all', label: 'All' },
  { value: 'user', label: 'For you' },
  { value: 'assistant', label: 'For the model' },
] as const

const looks = [
  { value: 'folders', label: 'Folders' },
  { value: 'list', label: 'List' },
] as const

interface ResourceRowsProps {
  readonly serverId: ServerId
  readonly resources: Catalog['resources']
  readonly folders: boolean
  readonly scroller: RefObject<HTMLElement | null>
  readonly toggled: ReadonlySet<string>
  readonly onToggled: (toggled: ReadonlySet<string>) => void
}

function ResourceRows({ serverId, resources, folders, scroller, toggled, onToggled }: ResourceRowsProps) {
  const followed = useSubscriptions(serverId)
  const rows = useMemo(() => (folders ? folderRows(resources, toggled) : flatRows(resources)), [folders, resources, toggled])
  return (
    <VirtualList label="Resources" items={rows} scroller={scroller} rowHeight={folders ? 41 : 57}>
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
  return [resources > 0 && formatCount(resources, 'resource'), templates > 0 && formatCount(templates, 'template')]
    .filter((words) => words !== false)
    .join(', ')
}

function withOrWithout(keys: ReadonlySet<string>, key: string): ReadonlySet<string> {
  return keys.has(key) ? new Set([...keys].filter((one) => one !== key)) : new Set(keys).add(key)
}
