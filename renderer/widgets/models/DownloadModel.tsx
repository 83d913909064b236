import type { ModelDownload } from '../../../shared/domain/models/modelProvider'
import { smallModel } from '../../../shared/domain/models/smallModel'
import { t } from '../../i18n/t'
import { callHost } from '../../rpc/callHost'
import { useTopic } from '../../rpc/useTopic'
import { Button } from '../../ui/Button'
import { formatBytes } from '../../ui/format/formatBytes'
import { ErrorNotice } from '../ErrorNotice'
import { useAsyncAction } from '../useAsyncAction'

/** Has Ollama download a small model, and shows how far it is. Leaving the page does not stop it. */
export function DownloadModel({ ink = false }: { readonly ink?: boolean }) {
  const latest = useTopic('models.download')
  const download = latest?.step === 'done' ? null : latest
  const { busy, failed, run } = useAsyncAction()
  const start = () => run(() => callHost('models.startDownload', {}))
  const model = smallModel.name
  return (
    <div className="grid gap-2">
      {download && <Progress download={download} />}
      {download?.error && <ErrorNotice role="alert" error={download.error} />}
      {failed && <ErrorNotice role="alert" error={failed} />}
      <div className="flex flex-wrap items-center gap-2">
        {!download && (
          <>
            <Button busy={busy} {...(ink && { look: 'ink' })} onClick={start}>
              {t('models.download', { model, size: formatBytes(smallModel.bytes) })}
            </Button>
            <span className="min-w-0 grow basis-48 text-12 text-text-3">{t('models.download.help')}</span>
          </>
        )}
        {download?.step === 'running' && (
          <Button size="small" busy={busy} onClick={() => run(() => callHost('models.stopDownload', {}))}>
            {t('models.download.stop')}
          </Button>
        )}
        {(download?.step === 'stopped' || download?.step === 'failed') && (
          <Button size="small" busy={busy} onClick={start}>
            {t('models.download.resume')}
          </Button>
        )}
      </div>
    </div>
  )
}

function Progress({ download: { model, step, done, total } }: { readonly download: ModelDownload }) {
  const title = t(step === 'running' ? 'models.downloading' : 'models.download.stopped', { model })
  return (
    <div className="grid gap-1">
      <div className="flex flex-wrap justify-between gap-x-3 text-12">
        <span className="breakable">{title}</span>
        {total > 0 && (
          <span className="num text-text-3">{t('models.download.share', { done: formatBytes(done), total: formatBytes(total) })}</span>
        )}
      </div>
      <progress aria-label={title} max={1} className="call-progress w-full" {...(total > 0 && { value: done / total })} />
    </div>
  )
}
