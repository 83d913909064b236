import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { t, translator } from '../../i18n/t'
import { sampleLaunch, referenceServers, type SampleServer } from './referenceServers'
import { serverIdOf } from '../../../shared/domain/idText'
import type { ImportSource } from '../../../shared/domain/server'
import { AppError } from '../../../shared/errors/appError'
import { callHost } from '../../rpc/callHost'
import { useHostQuery } from '../../rpc/useHostQuery'
import { useTopic } from '../../rpc/useTopic'
import { openServerForm } from '../../state/navigation'
import { Spinner } from '../../ui/Spinner'
import { Button } from '../../ui/Button'
import { ErrorNotice } from '../../widgets/ErrorNotice'
import { LetterTile } from '../../ui/LetterTile'
import { useFolderPick } from '../../widgets/useFolderPick'

/** Adds a first server: a sample with one click, JSON from a README, the form, or servers of other hosts on this computer. */
export function FirstServer() {
  const [adding, setAdding] = useState<string | undefined>()
  const [failed, setFailed] = useState<AppError | undefined>()
  const [wantsFolder, setWantsFolder] = useState<SampleServer | undefined>()
  const dataDir = useTopic('app', (app) => app.dataDir)
  const add = (sample: SampleServer, folder: string | undefined) => {
    if (dataDir === undefined) return
    setAdding(sample.id)
    setFailed(undefined)
    callHost('servers.save', { id: serverIdOf(sample.id), launch: sampleLaunch(sample, { folder, dataDir }) }).catch((thrown: unknown) => {
      setAdding(undefined)
      setFailed(AppError.from(thrown))
    })
  }
  const folder = useFolderPick((path) => wantsFolder && add(wantsFolder, path))
  const choose = (sample: SampleServer) => {
    if (!sample.needsFolder) return add(sample, undefined)
    setWantsFolder(sample)
    folder.pick()
  }
  return (
    <>
      <ul className="divide-y divide-line overflow-hidden rounded-3 border border-line bg-raised">
        {referenceServers.map((sample) => (
          <li key={sample.id}>
            <button
              type="button"
              disabled={adding !== undefined}
              onClick={() => choose(sample)}
              className="flex w-full items-center gap-3 px-4 py-2.5 text-start -outline-offset-2 hover:bg-hover disabled:text-text-3"
            >
              <LetterTile name={sample.id} />
              <span className="min-w-0 grow">
                <span className="flex flex-wrap items-baseline gap-x-2">
                  <span className="font-label">{t(`firstStart.sample.${sample.id}`)}</span>
                  <code translate="no" className="mono breakable text-text-3">
                    {[sample.launch.command, ...sample.launch.args].join(' ')}
                  </code>
                </span>
                <span className="block text-12 text-text-3">{t(`firstStart.sample.${sample.id}.help`)}</span>
              </span>
              {adding === sample.id ? (
                <Spinner />
              ) : (
                <ChevronRight size={15} strokeWidth={1.75} aria-hidden="true" className="text-text-3 rtl:-scale-x-100" />
              )}
            </button>
          </li>
        ))}
        <li className="flex flex-wrap items-center gap-2 px-4 py-2.5">
          <span className="grow text-text-2">{t('firstStart.own')}</span>
          <Button onClick={() => openServerForm({ kind: 'paste' })}>{t('firstStart.pasteJson')}</Button>
          <Button onClick={() => openServerForm({ kind: 'add' })}>{t('firstStart.fillInForm')}</Button>
        </li>
      </ul>
      {failed && (
        <div className="mt-2">
          <ErrorNotice role="alert" error={failed} />
        </div>
      )}
      <OtherHosts />
      {folder.dialog}
    </>
  )
}

function OtherHosts() {
  const sources = useHostQuery('servers.importSources', {}, { staleTime: 60_000 })
  const found = (sources.data ?? []).filter((source) => source.found.servers.length > 0)
  if (found.length === 0) return null
  return (
    <p className="mt-2.5 flex flex-wrap items-center gap-2 text-12 text-text-2">
      <span className="min-w-0 grow basis-60">{t('firstStart.takeOver', { hosts: describeHosts(found) })}</span>
      <Button size="small" onClick={() => openServerForm({ kind: 'takeOver' })}>
        {t('firstStart.lookAtThem')}
      </Button>
    </p>
  )
}

function describeHosts(sources: readonly ImportSource[]): string {
  const hosts = sources.map(({ found, host }) => t('firstStart.serversOf', { count: found.servers.length, host }))
  return translator().list(hosts, 'unit')
}
