import { ServerText } from '../../i18n/ServerText'
import { t } from '../../i18n/t'
import { useHostQuery } from '../../rpc/useHostQuery'
import { CopyButton } from '../../ui/CopyButton'
import { EmptyState } from '../../ui/EmptyState'
import { ErrorNotice } from '../../widgets/ErrorNotice'
import { SafeText } from '../../ui/SafeText'
import { Skeleton } from '../../ui/Skeleton'
import { formatBytes } from '../../ui/format/formatBytes'
import { useNow } from '../../ui/hooks/useNow'
import type { ServerWithState } from '../../rpc/useServers'

const everyMs = 2000

/** The end of a local server's output. Reads it again every two seconds while the view is open. */
export function ServerOutputView({ server, state }: ServerWithState) {
  const running = state.phase === 'ready' || state.phase === 'starting'
  const tick = Math.floor(useNow(running, everyMs) / everyMs)
  const output = useHostQuery('servers.output', { serverId: server.id }, { version: `${state.phase} ${tick}` })
  if (server.launch.kind === 'http')
    return (
      <div className="rounded-3 border border-line bg-raised">
        <EmptyState title={t('traffic.nothingPrinted')} text={<ServerText id="traffic.runsElsewhere" server={server.id} />} />
      </div>
    )
  if (output.error && !output.data) return <ErrorNotice error={output.error} />
  if (!output.data) return <Skeleton label={t('traffic.whatItPrinted')} />
  const { text, dropped } = output.data
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
      <div className="flex items-center justify-between">
        <h3 className="text-11 font-label text-text-3">{t('traffic.whatServerPrinted')}</h3>
        <span className="flex items-center gap-2 text-12 text-text-2">
          {dropped > 0 && t('traffic.notKept', { size: formatBytes(dropped) })}
          <CopyButton text={() => text} />
        </span>
      </div>
      <pre
        tabIndex={0}
        aria-label={t('traffic.whatServerPrinted')}
        className="max-h-[60vh] overflow-auto rounded-2 border border-line bg-sunk px-3 py-1.5 text-[0.71875rem] leading-[1.125rem] whitespace-pre-wrap text-text-2"
      >
        {text === '' ? (
          <span className="text-text-3">{t('traffic.nothingSoFar')}</span>
        ) : (
          <bdi translate="no">
            <SafeText text={text} />
          </bdi>
        )}
      </pre>
    </div>
  )
}
