import { Plus } from 'lucide-react'
import { useState } from 'react'
import { serverIdOf } from '../../../shared/domain/idText'
import { usePolicy } from '../../rpc/usePolicy'
import { useTopic } from '../../rpc/useTopic'
import { shortcutLabels } from '../../state/shortcutLabels'
import { PolicyLock } from '../../widgets/PolicyLock'
import { openServerForm, useNavigation } from '../../state/navigation'
import type { ServerPanels } from '../../state/serverPanelProps'
import { TopBar } from '../../widgets/TopBar'
import { Button } from '../../ui/Button'
import { EmptyState } from '../../ui/EmptyState'
import { SearchField } from '../../ui/form/SearchField'
import { Skeleton } from '../../ui/Skeleton'
import { Tooltip } from '../../ui/Tooltip'
import { useListNavigation } from '../../ui/hooks/useListNavigation'
import { BrokenServerCard } from './BrokenServerCard'
import { ServerAttentionCard } from './ServerAttentionCard'
import { ServerDetail } from './ServerDetail'
import { useServerSearch } from './useServerSearch'
import { needsYou, useServers } from '../../rpc/useServers'
import { t } from '../../i18n/t'

/** Lists all servers, those that need a person first, or shows the page of one server. */
export function ServersView({ panels }: { readonly panels: ServerPanels }) {
  const open = useNavigation((screen) => screen.serverId)
  const servers = useServers()
  if (open !== undefined && servers?.some(({ server }) => server.id === open)) {
    return <ServerDetail key={open} serverId={open} panels={panels} />
  }
  return <ServerListPage />
}

function ServerListPage() {
  const servers = useServers()
  const { mayAddServers } = usePolicy()
  const broken = useTopic('servers', (list) => list.broken) ?? []
  const list = useListNavigation((name) => {
    const isSet = servers?.some(({ server }) => server.id === name && server.setBy !== undefined)
    if (!isSet) openServerForm({ kind: 'edit', serverId: serverIdOf(name) })
  })
  const [search, setSearch] = useState('')
  const found = useServerSearch(servers ?? [], search)
  const needing = found.filter(({ state }) => needsYou(state))
  const others = found.filter(({ state }) => !needsYou(state))
  const some = servers !== undefined && servers.length + broken.length > 0
  return (
    <>
      <TopBar narrowOnly>
        <h1 className="text-13 font-title">{t('servers.title')}</h1>
      </TopBar>
      <div tabIndex={-1} data-quiet-focus data-focus-home className="min-h-0 grow overflow-y-auto px-4 py-5.5 wide:px-8">
        <div ref={list} className="@container mx-auto max-w-page">
          <div className="mb-3 flex flex-wrap items-center gap-2">
            <h1 className="grow text-16 font-title tracking-(--track-title) max-wide:hidden">{t('servers.title')}</h1>
            {some && (
              <SearchField
                className="min-w-0 flex-1 basis-56 wide:w-64 wide:flex-none"
                label={t('servers.find')}
                value={search}
                onValue={setSearch}
              />
            )}
            {some && mayAddServers && <TakeOverButton />}
            {some && <AddServerButton />}
          </div>
          {!mayAddServers && (
            <div className="mb-3">
              <PolicyLock part="servers" />
            </div>
          )}
          {servers === undefined && (
            <div className="rounded-3 border border-line bg-raised">
              <Skeleton label={t('servers.title')} rows={5} />
            </div>
          )}
          {servers !== undefined && !some && (
            <div className="rounded-3 border border-line bg-raised py-6">
              <EmptyState title={t('servers.none')} text={t('servers.noneHelp')}>
                <AddServerButton />
                <Button disabled={!mayAddServers} onClick={() => openServerForm({ kind: 'paste' })}>
                  {t('servers.pasteJson')}
                </Button>
                {mayAddServers && <TakeOverButton />}
              </EmptyState>
            </div>
          )}
          {some && needing.length + broken.length > 0 && (
            <section aria-label={t('servers.needYou')} className="mb-4.5">
              <Caption text={t('servers.needYouCount', { count: needing.length + broken.length })} />
              <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
                {broken.map((server) => (
                  <BrokenServerCard key={server.id} server={server} />
                ))}
                {needing.map(({ server, state }) => (
                  <ServerAttentionCard key={server.id} server={server} state={state} />
                ))}
              </div>
            </section>
          )}
          {others.length > 0 && (
            <section aria-label={t('servers.others')}>
              {needing.length + broken.length > 0 ? (
                <Caption text={t('servers.othersCount', { count: others.length })} />
              ) : (
                <h2 className="sr-only">{t('servers.all')}</h2>
              )}
              <div className="divide-y divide-line overflow-hidden rounded-3 border border-line bg-raised">
                {others.map(({ server, state }) => (
                  <ServerAttentionCard key={server.id} server={server} state={state} />
                ))}
              </div>
            </section>
          )}
          {some && search !== '' && found.length === 0 && (
            <EmptyState title={t('servers.noMatch', { search })} text={t('servers.noMatchHelp')} />
          )}
        </div>
      </div>
    </>
  )
}

function Caption({ text }: { readonly text: string }) {
  return <h2 className="mb-1.5 text-11 font-label text-text-3">{text}</h2>
}

function AddServerButton() {
  const keys = shortcutLabels(useTopic('app', (app) => app.shell) ?? 'electron')
  const { mayAddServers } = usePolicy()
  return (
    <Tooltip label={t('servers.add')} keys={keys.addServer}>
      <Button look="ink" disabled={!mayAddServers} onClick={() => openServerForm({ kind: 'add' })}>
        <Plus size={15} strokeWidth={1.75} aria-hidden="true" />
        {t('servers.add')}
      </Button>
    </Tooltip>
  )
}

/** Imports the servers of other hosts on this computer, at any time. */
function TakeOverButton() {
  return <Button onClick={() => openServerForm({ kind: 'takeOver' })}>{t('servers.import.title')}</Button>
}
