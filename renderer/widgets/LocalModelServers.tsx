import { useState, type ReactNode } from 'react'
import { t } from '../i18n/t'
import type { FoundModelServer } from '../../shared/domain/models/modelProvider'
import { useHostQuery } from '../rpc/useHostQuery'
import { useTopic } from '../rpc/useTopic'
import { Button } from '../ui/Button'
import { saveProviderAsDefault } from './saveProviderAsDefault'
import { ErrorNotice } from './ErrorNotice'
import { ModelSelect } from './ModelSelect'
import { Skeleton } from '../ui/Skeleton'
import { DownloadModel } from './models/DownloadModel'
import { useAsyncAction } from './useAsyncAction'

export interface LocalModelServersProps {
  /** Addresses that the person already uses. */
  readonly known: readonly string[]
  readonly onDone: () => void
  /** Fills the first button, because it is the next step. */
  readonly ink?: boolean
  /** Shown when no model server was found. */
  readonly nothing: string
  /** Shown when there are only those that the person already uses. */
  readonly nothingElse?: string
}

/** Lists the model servers on this computer, each with one click. Parley asks only 127.0.0.1, for half a second. */
export function LocalModelServers({ known, onDone, nothing, nothingElse = nothing, ink = false }: LocalModelServersProps) {
  const downloaded = useTopic('models.download', (download) => download?.step === 'done')
  const discovered = useHostQuery('models.discover', {}, { staleTime: 10_000, version: downloaded })
  if (discovered.isPending) return <Skeleton label={t('models.onThisComputer')} rows={1} />
  const again = (
    <Button size="small" busy={discovered.isFetching} onClick={() => void discovered.refetch()}>
      {t('models.lookAgain')}
    </Button>
  )
  if (discovered.error && !discovered.data) return <ErrorNotice error={discovered.error} actions={again} />
  const servers = (discovered.data ?? []).filter((server) => !known.includes(server.baseUrl))
  if (servers.length === 0)
    return (
      <div className="flex items-center gap-3 px-4 py-2.5">
        <span className="grow text-text-2">{discovered.data?.length ? nothingElse : nothing}</span>
        {again}
      </div>
    )
  const next = ink ? (servers.find((server) => server.models.length > 0) ?? servers.find(downloads)) : undefined
  return servers.map((server) => <Found key={server.baseUrl} server={server} first={server === next} again={again} onDone={onDone} />)
}

/** Whether a model can be downloaded there. */
function downloads({ kind, models }: FoundModelServer): boolean {
  return kind === 'ollama' && models.length === 0
}

interface FoundProps {
  readonly server: FoundModelServer
  /** Whether this is the next step on the page. */
  readonly first: boolean
  readonly again: ReactNode
  readonly onDone: () => void
}

function Found({ server, first, again, onDone }: FoundProps) {
  const [picked, setPicked] = useState<string | undefined>()
  const { busy, failed, run } = useAsyncAction()
  const model = picked ?? server.models[0]
  const choose = async (chosen: string): Promise<void> => {
    await saveProviderAsDefault({ kind: server.kind, name: server.name, baseUrl: server.baseUrl, models: [...server.models] }, chosen)
    onDone()
  }
  return (
    <div className="grid gap-2 px-4 py-2.5">
      <div className="flex flex-wrap items-center gap-2">
        <div className="min-w-0 grow">
          <div translate="no" className="font-label">
            {server.name}
          </div>
          <div className="breakable text-12 text-text-3">
            {t('models.foundAt', {
              host: URL.canParse(server.baseUrl) ? new URL(server.baseUrl).host : server.baseUrl,
              count: server.models.length,
            })}
          </div>
        </div>
        {model === undefined && again}
        {model !== undefined && server.models.length > 1 && (
          <ModelSelect label={t('models.modelOf', { name: server.name })} models={server.models} value={model} onValue={setPicked} />
        )}
        {model !== undefined && (
          <Button busy={busy} {...(first && { look: 'ink' })} onClick={() => run(() => choose(model))}>
            {t('models.use', { model })}
          </Button>
        )}
      </div>
      {downloads(server) && <DownloadModel ink={first} />}
      {failed && <ErrorNotice error={failed} />}
    </div>
  )
}
