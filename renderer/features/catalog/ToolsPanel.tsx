import { ServerText } from '../../i18n/ServerText'
import { useState, type RefObject } from 'react'
import { t } from '../../i18n/t'
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
import { CallsLine } from '../../widgets/callsChoice/CallsLine'
import { CatalogLayout } from './CatalogLayout'
import { ChangedDefinitionsNotice } from './ChangedDefinitionsNotice'
import { SkippedEntryRows } from './SkippedEntryRows'
import { ToolList } from './ToolList'
import { toolRuleVerdict } from './toolRuleVerdict'
import { useNoticed, useStand } from './useDefinitionChanges'
import type { ServerWithState } from '../../rpc/useServers'

type Shown = 'all' | 'on' | 'off' | 'skipped'

/** The tools of a server with their descriptions. A person can search them by name and switch them one by one or all together. */
export function ToolsPanel({ server, state, scroller }: ServerWithState & { readonly scroller: RefObject<HTMLElement | null> }) {
  return (
    <CatalogLayout server={server} state={state} what="tools">
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
  const rules = useTopic('rules.list') ?? []
  const stand = useStand(server.id)
  const noticed = useNoticed(server.id)
  const [changed, added] = [new Set(stand?.changed), new Set(stand?.added)]
  const [search, setSearch] = useState('')
  const [shown, setShown] = useState<Shown>('all')
  const [failed, setFailed] = useState<AppError | undefined>()
  const off = new Set(server.disabledTools)
  const on = catalog.tools.filter((tool) => !off.has(tool.name))
  const skipped = catalog.skipped.filter((one) => one.what === 'tool')
  const tools =
    shown === 'skipped'
      ? []
      : findTools(shown === 'on' ? on : catalog.tools.filter((tool) => shown === 'all' || off.has(tool.name)), search)
  const setEnabled = (names: readonly string[], enabled: boolean) => {
    setFailed(undefined)
    callHost('servers.setToolEnabled', { serverId: server.id, tools: [...names], enabled }).catch((thrown: unknown) =>
      setFailed(AppError.from(thrown)),
    )
  }
  if (catalog.tools.length + skipped.length === 0)
    return (
      <div className="rounded-3 border border-line bg-raised">
        <EmptyState title={t('catalog.noTools')} text={<ServerText id="catalog.offersNone" server={server.id} />} />
      </div>
    )
  return (
    <div ref={list} className="grid grid-cols-[minmax(0,1fr)] gap-2.5">
      <div className="flex flex-wrap items-center gap-2">
        <SearchField className="w-56" label={t('catalog.findTool')} value={search} onValue={setSearch} />
        <SegmentedControl
          label={t('catalog.show')}
          value={shown}
          onValue={setShown}
          options={[
            { value: 'all', label: t('catalog.show.all') },
            { value: 'on', label: t('catalog.show.on') },
            { value: 'off', label: t('catalog.show.off') },
            ...(skipped.length > 0 ? [{ value: 'skipped' as const, label: t('catalog.show.skipped'), count: skipped.length }] : []),
          ]}
        />
        <span className="grow" />
        <span className="num text-12 text-text-2">{t('catalog.toolsOn', { on: on.length, total: catalog.tools.length })}</span>
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
              {t(search === '' ? 'catalog.switchAllOn' : 'catalog.switchTheseOn')}
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
              {t(search === '' ? 'catalog.switchAllOff' : 'catalog.switchTheseOff')}
            </Button>
          </>
        )}
      </div>
      {failed && <ErrorNotice error={failed} />}
      <CallsLine server={server} />
      <ChangedDefinitionsNotice serverId={server.id} />
      <ToolList
        tools={tools}
        scroller={scroller}
        isOn={(tool) => !off.has(tool.name)}
        ruleOf={(tool) => toolRuleVerdict(server, tool, rules)}
        markOf={({ name }) => (changed.has(name) ? 'changed' : added.has(name) ? 'added' : undefined)}
        noticedOf={({ name }) => (noticed && Object.hasOwn(noticed.tools, name) ? (noticed.tools[name] ?? []) : [])}
        serverId={server.id}
        onEnabled={(tool, enabled) => setEnabled([tool.name], enabled)}
      />
      {tools.length === 0 && shown !== 'skipped' && (
        <EmptyState
          title={search === '' ? t('catalog.none') : t('catalog.noToolMatches', { search })}
          text={t('catalog.toolsSearched', { count: catalog.tools.length, serverId: server.id })}
        />
      )}
      {(shown === 'all' || shown === 'skipped') && search === '' && <SkippedEntryRows server={server.id} items={skipped} />}
      <p className="text-12 text-text-3">
        <ServerText id="catalog.claimsNote" server={server.id} />
      </p>
    </div>
  )
}

function findTools(tools: readonly Tool[], search: string): readonly Tool[] {
  const wanted = search.trim().toLowerCase()
  if (wanted === '') return tools
  return tools.filter((tool) => [tool.name, tool.title ?? '', tool.description ?? ''].some((text) => text.toLowerCase().includes(wanted)))
}
