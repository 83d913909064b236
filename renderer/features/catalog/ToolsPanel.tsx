import { useState, type RefObject } from 'react'
import type { Catalog, Tool } from '../../../shared/domain/catalog'
import { useTopic } from '../../rpc/useTopic'
import { callHost } from '../../rpc/callHost'
import { AppError } from '../../../shared/errors/appError'
import { Button } from '../../ui/Button'
import { EmptyState } from '../../ui/EmptyState'
import { ErrorNotice } from '../../widgets/ErrorNotice'
import { SearchField } from '../../ui/form/SearchField'
import { SegmentedControl } from '../../ui/form/SegmentedControl'
import { useListNavigation } from '../../ui/hooks/useListNavigation'
import { formatCount } from '../../ui/format/relativeTime'
import { CatalogLayout } from './CatalogLayout'
import { ChangedDefinitionsNotice } from './ChangedDefinitionsNotice'
import { SkippedEntryRows } from './SkippedEntryRows'
import { ToolList } from './ToolList'
import { toolRule } from './toolRule'
import { useNoticed, useStand } from './useDefinitions'
import type { ServerWithState } from '../../rpc/useServers'

type Shown = 'all' | 'on' | 'off' | 'setAside'

/** The tools of a server: found by name, switched one by one or together, with what each says of itself. */
export function ToolsPanel({ server, state, scroller }: ServerWithState & { readonly scroller: RefObject<HTMLElement | null> }) {
  return (
    <CatalogLayout server={server} state={state} what="Its tools">
      {(catalog) => <Tools server={server} state={state} catalog={catalog} scroller={scroller} />}
    </CatalogLayout>
  )
}

interface ToolsProps extends ServerWithState {
  readonly catalog: Catalog
  readonly scroller: RefObject<HTMLElement | null>
}

function Tools({ server, catalog, scroller }: ToolsProps) {
  const list = useListNavigation()
  const rules = useTopic('approvals.rules') ?? []
  const stand = useStand(server.id)
  const noticed = useNoticed(server.id)
  const [changed, added] = [new Set(stand?.changed), new Set(stand?.added)]
  const [search, setSearch] = useState('')
  const [shown, setShown] = useState<Shown>('all')
  const [failed, setFailed] = useState<AppError | undefined>()
  const off = new Set(server.disabledTools)
  const on = catalog.tools.filter((tool) => !off.has(tool.name))
  const setAside = catalog.setAside.filter((one) => one.what === 'tool')
  const tools =
    shown === 'setAside'
      ? []
      : findTools(shown === 'on' ? on : catalog.tools.filter((tool) => shown === 'all' || off.has(tool.name)), search)
  const setEnabled = (names: readonly string[], enabled: boolean) => {
    setFailed(undefined)
    callHost('servers.setToolEnabled', { serverId: server.id, tools: [...names], enabled }).catch((thrown: unknown) =>
      setFailed(AppError.from(thrown)),
    )
  }
  if (catalog.tools.length + setAside.length === 0)
    return (
      <div className="rounded-3 border border-line bg-raised">
        <EmptyState title="No tools" text={`${server.id} offers none.`} />
      </div>
    )
  return (
    <div ref={list} className="grid grid-cols-[minmax(0,1fr)] gap-2.5">
      <div className="flex flex-wrap items-center gap-2">
        <SearchField className="w-56" label="Find a tool" value={search} onValue={setSearch} />
        <SegmentedControl
          label="Show"
          value={shown}
          onValue={setShown}
          options={[
            { value: 'all', label: 'All' },
            { value: 'on', label: 'On' },
            { value: 'off', label: 'Off' },
            ...(setAside.length > 0 ? [{ value: 'setAside' as const, label: 'Set aside', count: setAside.length }] : []),
          ]}
        />
        <span className="grow" />
        <span className="num text-12 text-text-2">
          {on.length.toLocaleString('en')} of {formatCount(catalog.tools.length, 'tool')} on
        </span>
        {tools.length > 1 && (
          <>
            <Button
              size="small"
              onClick={() =>
                setEnabled(
                  tools.map((tool) => tool.name),
                  true,
                )
              }
            >
              Switch {search === '' ? 'all' : 'these'} on
            </Button>
            <Button
              size="small"
              onClick={() =>
                setEnabled(
                  tools.map((tool) => tool.name),
                  false,
                )
              }
            >
              Switch {search === '' ? 'all' : 'these'} off
            </Button>
          </>
        )}
      </div>
      {failed && <ErrorNotice error={failed} />}
      <ChangedDefinitionsNotice serverId={server.id} />
      <ToolList
        tools={tools}
        scroller={scroller}
        isOn={(tool) => !off.has(tool.name)}
        ruleOf={(tool) => toolRule(server, tool, rules)}
        markOf={({ name }) => (changed.has(name) ? 'changed' : added.has(name) ? 'added' : undefined)}
        noticedOf={({ name }) => (noticed && Object.hasOwn(noticed.tools, name) ? (noticed.tools[name] ?? []) : [])}
        serverId={server.id}
        onEnabled={(tool, enabled) => setEnabled([tool.name], enabled)}
      />
      {tools.length === 0 && shown !== 'setAside' && (
        <EmptyState
          title={search === '' ? 'None' : `No tool matches “${search}”`}
          text={`${formatCount(catalog.tools.length, 'tool')} of ${server.id} were searched by name and description.`}
        />
      )}
      {(shown === 'all' || shown === 'setAside') && search === '' && <SkippedEntryRows server={server.id} items={setAside} />}
      <p className="text-12 text-text-3">
        Words on paper are {server.id}’s. “Reads only” and the like are its claims; rules believe them only of servers that you trust.
      </p>
    </div>
  )
}

function findTools(tools: readonly Tool[], search: string): readonly Tool[] {
  const wanted = search.trim().toLowerCase()
  if (wanted === '') return tools
  return tools.filter((tool) => [tool.name, tool.title ?? '', tool.description ?? ''].some((text) => text.toLowerCase().includes(wanted)))
}
