import type { ReactNode } from 'react'
import { ServerText } from '../../i18n/ServerText'
import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { t } from '../../i18n/t'
import type { ServerId } from '../../../shared/domain/ids'
import { logLevels, type LogLevel } from '../../../shared/domain/logEntry'
import type { AppError } from '../../../shared/errors/appError'
import type { ServerPanelProps } from '../../state/serverPanelProps'
import { callHost } from '../../rpc/callHost'
import { Button } from '../../ui/Button'
import { DeprecationNote } from '../../widgets/deprecation/DeprecationNote'
import { EmptyState } from '../../ui/EmptyState'
import { ErrorNotice } from '../../widgets/ErrorNotice'
import { SearchField } from '../../ui/form/SearchField'
import { SelectField } from '../../ui/form/SelectField'
import { Skeleton } from '../../ui/Skeleton'
import { RecordingPaused } from '../../widgets/temporary/RecordingPaused'
import { useAsyncAction } from '../../widgets/useAsyncAction'
import { loadOlder, logFeed } from './logFeed'
import { LogLines } from './LogLines'
import { SaveLog } from './SaveLog'
import { LogLevelSelect } from './LogLevelSelect'
import type { ConnectionState } from '../../../shared/domain/connectionState'

/** What a server logs over MCP: live, filtered by level, and searchable. */
export function LogPanel({ server, state }: ServerPanelProps) {
  const [level, setLevel] = useState<LogLevel>('debug')
  const [search, setSearch] = useState('')
  const wanted = useDeferredValue(search.trim())
  const { follower, feed, onOlder } = useLog(server.id, level === 'debug' ? undefined : level, wanted)
  const [failed, setFailed] = useState<AppError>()
  const clear = useAsyncAction()
  const off = feed.status === 'ready' && feed.level === 'off'
  const note = describeLogging(server.id, server.launch.kind, state, off)
  const offered = state.phase !== 'ready' || state.abilities.includes('logging')
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2.5">
      <div className="flex flex-wrap items-center gap-2">
        <SearchField className="w-44" label={t('logs.find')} value={search} onValue={setSearch} />
        <SelectField<LogLevel>
          label={t('logs.show')}
          height="small"
          className="w-40"
          value={level}
          onValue={setLevel}
          options={logLevels.map((each) => ({ value: each, label: describeLevel(each) }))}
        />
        <LogLevelSelect
          server={server}
          state={state}
          level={feed.status === 'ready' ? feed.level : undefined}
          onChanged={() => {
            setFailed(undefined)
            follower.reload()
          }}
          onFailed={setFailed}
        />
        <span className="grow" />
        <SaveLog serverId={server.id} />
        <Button
          size="small"
          busy={clear.busy}
          onClick={() =>
            clear.run(async () => {
              await callHost('logs.clear', { serverId: server.id })
              follower.reload()
            })
          }
        >
          {t('logs.clear')}
        </Button>
      </div>
      {note !== undefined && <p className="text-12 text-text-3">{note}</p>}
      <RecordingPaused />
      {state.phase === 'ready' && offered && <DeprecationNote feature="logging" of={{ serverId: server.id, state }} />}
      {failed && <ErrorNotice role="alert" error={failed} />}
      {clear.failed && <ErrorNotice role="alert" error={clear.failed} />}
      {feed.status === 'loading' && (
        <div className="rounded-3 border border-line bg-raised">
          <Skeleton label={t('logs.log')} rows={6} />
        </div>
      )}
      {feed.status === 'failed' && (
        <ErrorNotice role="alert" error={feed.error} actions={<Button onClick={() => follower.reload()}>{t('logs.retry')}</Button>} />
      )}
      {feed.status === 'ready' && feed.entries.length === 0 && (
        <div className="rounded-3 border border-line bg-raised">
          <EmptyState {...describeEmpty(server.id, { level, search: wanted, offered, off })} />
        </div>
      )}
      {feed.status === 'ready' && feed.entries.length > 0 && (
        <LogLines key={`${level} ${wanted}`} entries={feed.entries} hasMore={feed.hasMore} onOlder={onOlder} />
      )}
    </div>
  )
}

function useLog(serverId: ServerId, level: LogLevel | undefined, search: string) {
  const follower = useMemo(() => logFeed(serverId, { level, search }), [serverId, level, search])
  useEffect(() => follower.subscribe(), [follower])
  const { feed } = useStore(follower.store)
  return { follower, feed, onOlder: () => loadOlder(follower, serverId, { level, search }) }
}

function describeLevel(level: LogLevel): string {
  if (level === 'debug') return t('logs.everything')
  return level === 'emergency' ? t('logs.emergencyOnly') : t('logs.andWorse', { level: { id: `logs.level.${level}` } })
}

interface Looked {
  readonly level: LogLevel
  readonly search: string
  /** The server can log over MCP, or this is not known yet. */
  readonly offered: boolean
  /** Parley requests no log messages from the server. */
  readonly off: boolean
}

function describeEmpty(server: string, { level, search, offered, off }: Looked): { readonly title: string; readonly text: ReactNode } {
  if (search !== '') return { title: t('logs.nothingMatches', { search }), text: t('logs.nothingMatches.why') }
  if (level !== 'debug') return { title: t('logs.nothingAt', { level: describeLevel(level) }), text: t('logs.nothingAt.why') }
  if (!offered) return { title: t('logs.nothingLogged'), text: t('logs.nothingLogged.notOffered') }
  if (off) return { title: t('logs.nothingLogged'), text: <ServerText id="logs.nothingLogged.off" server={server} /> }
  return { title: t('logs.nothingLogged'), text: <ServerText id="logs.nothingLogged.why" server={server} /> }
}

/** Pure: says what a person needs to know about a server's logging, if anything. */
function describeLogging(server: string, kind: 'stdio' | 'http', state: ConnectionState, off: boolean): string | undefined {
  if (state.phase !== 'ready') return undefined
  const prints = kind === 'stdio'
  if (!state.abilities.includes('logging')) return t(prints ? 'logs.notOffered.printed' : 'logs.notOffered', { serverId: server })
  if (state.negotiation.era === '2026' && off) return prints ? t('logs.printed') : undefined
  if (state.negotiation.era === '2026') return t(prints ? 'logs.perRequest.printed' : 'logs.perRequest')
  return undefined
}
