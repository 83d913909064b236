import type { ReactNode } from 'react'
import { ServerText } from '../../i18n/ServerText'
import { RotateCw } from 'lucide-react'
import { useDeferredValue, useMemo, useState } from 'react'
import { t } from '../../i18n/t'
import type { ServerPanelProps } from '../../state/serverPanelProps'
import { Button } from '../../ui/Button'
import { EmptyState } from '../../ui/EmptyState'
import { ErrorNotice } from '../../widgets/ErrorNotice'
import { SearchField } from '../../ui/form/SearchField'
import { SegmentedControl } from '../../ui/form/SegmentedControl'
import { Skeleton } from '../../ui/Skeleton'
import { RecordingPaused } from '../../widgets/temporary/RecordingPaused'
import { useListNavigation } from '../../ui/hooks/useListNavigation'
import { AppFactsView } from './AppFactsView'
import { MessageRecordDetails } from './MessageRecordDetails'
import { MessageRecordList } from './MessageRecordList'
import { findRecords, type RecordFilter } from './messageRecordFilter'
import { type RecordLine } from './pairMessageRecords'
import { ServerOutputView } from './ServerOutputView'
import { TrafficAppSelect } from './TrafficAppSelect'
import { connectionOf, useTrafficApp } from './useTrafficApp'
import { useTraffic } from './useTraffic'

/** The messages between Parley and a server or one of its apps, and below them the output of a local server. */
export function TrafficPanel({ server, state }: ServerPanelProps) {
  const { apps, app, choose } = useTrafficApp(server.id)
  const records = useTraffic(server.id, app && { connectionId: connectionOf(app), isOpen: app.isOpen })
  const [search, setSearch] = useState('')
  const [filter, setFilter] = useState<RecordFilter>('all')
  const [chosenId, setChosenId] = useState<number>()
  const keys = useListNavigation()
  const wanted = useDeferredValue(search)
  const { lines } = records
  const found = useMemo(() => findRecords(lines ?? [], filter, wanted), [lines, filter, wanted])
  const chosen = lines?.find(({ record }) => record.id === chosenId)
  const isOfApp = apps.some((one) => connectionOf(one) === chosen?.record.connectionId)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div ref={keys} className="@container grid grid-cols-[minmax(0,1fr)] gap-2.5">
        {app && <AppFactsView facts={app} />}
        <div className="flex flex-wrap items-center gap-2">
          {apps.length > 0 && <TrafficAppSelect apps={apps} app={app} onChoose={choose} />}
          <SearchField className="w-56" label={t('traffic.find')} value={search} onValue={setSearch} />
          <SegmentedControl
            label={t('traffic.show')}
            value={filter}
            onValue={setFilter}
            options={filters(lines ?? [], app !== undefined)}
          />
          <span className="ms-auto flex flex-wrap items-center gap-2">
            <span className="text-12 text-text-2">{t('traffic.secretsTakenOut')}</span>
            <Button size="small" busy={records.isRefetching && !records.isFetchingNextPage} onClick={() => void records.refetch()}>
              <RotateCw size={13} strokeWidth={1.75} aria-hidden="true" />
              {t('traffic.refresh')}
            </Button>
          </span>
        </div>
        <RecordingPaused />
        {records.error && (
          <ErrorNotice
            role="alert"
            error={records.error}
            actions={<Button onClick={() => void records.refetch()}>{t('traffic.retry')}</Button>}
          />
        )}
        {!lines && !records.error && (
          <div className="rounded-3 border border-line bg-raised">
            <Skeleton label={t('traffic.name')} rows={6} />
          </div>
        )}
        {lines && found.length === 0 && (
          <div className="rounded-3 border border-line bg-raised">
            <EmptyState {...describeEmpty(server.id, lines.length, app !== undefined)} />
          </div>
        )}
        {found.length > 0 && (
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-3 @min-[46rem]:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)]">
            <MessageRecordList
              lines={found}
              chosenId={chosenId}
              onChoose={setChosenId}
              hasOlder={records.hasNextPage}
              older={records.isFetchingNextPage}
              onOlder={() => void records.fetchNextPage()}
            />
            {chosen ? (
              <MessageRecordDetails line={chosen} answer={lines?.find(({ request }) => request?.id === chosen.record.id)} ofApp={isOfApp} />
            ) : (
              <p className="rounded-3 border border-line px-3 py-2 text-text-3 @max-[46rem]:hidden">{t('traffic.choose')}</p>
            )}
          </div>
        )}
      </div>
      {server.launch.kind === 'stdio' && !app && <ServerOutputView server={server} state={state} />}
    </div>
  )
}

function filters(lines: readonly RecordLine[], ofApp: boolean) {
  const count = (filter: RecordFilter): number => findRecords(lines, filter, '').length
  return [
    { value: 'all', label: t('traffic.filter.all') },
    { value: 'calls', label: t('traffic.filter.calls') },
    { value: 'asked', label: t(ofApp ? 'traffic.app.asked' : 'traffic.filter.asked'), count: count('asked') },
    { value: 'errors', label: t('traffic.filter.errors'), count: count('errors') },
  ] as const
}

function describeEmpty(server: string, recorded: number, ofApp: boolean): { readonly title: string; readonly text: ReactNode } {
  return recorded === 0
    ? { title: t('traffic.none'), text: <ServerText id={ofApp ? 'traffic.app.none' : 'traffic.none.why'} server={server} /> }
    : { title: t('traffic.noneOfThem'), text: t('traffic.noneOfThem.why') }
}
