import type { AppCallRecord, StartedApp } from '../../../../shared/domain/apps/app'
import { t } from '../../../i18n/t'
import { translateError } from '../../../i18n/translateError'
import { useHostQuery } from '../../../rpc/useHostQuery'
import { Button } from '../../../ui/Button'
import { Dialog } from '../../../ui/Dialog'
import { formatDuration } from '../../../ui/format/formatDuration'
import { SafeText } from '../../../ui/SafeText'
import { Skeleton } from '../../../ui/Skeleton'
import { StatusIcon, type StatusShape } from '../../../ui/StatusIcon'
import { ErrorNotice } from '../../../widgets/ErrorNotice'
import { LabelledRow } from '../../../widgets/LabelledRow'

export interface AppCallsDialogProps {
  readonly started: StartedApp
  /** How many there are: more of them are read again. */
  readonly calls: number
  readonly onClose: () => void
}

const shapes: Readonly<Record<AppCallRecord['state'], StatusShape>> = {
  waiting: 'ask',
  running: 'busy',
  done: 'done',
  failed: 'failed',
  denied: 'denied',
}

/** Every tool that an app called. */
export function AppCallsDialog({ started: { appId, serverId }, calls, onClose }: AppCallsDialogProps) {
  const { data, error } = useHostQuery('apps.calls', { appId }, { version: calls })
  return (
    <Dialog
      title={t('apps.calls.title', { server: serverId })}
      onClose={onClose}
      foot={
        <Button size="action" className="ms-auto" onClick={onClose}>
          {t('apps.closeDialog')}
        </Button>
      }
    >
      <LabelledRow>
        {error && <ErrorNotice error={error} role="alert" />}
        {!data && !error && <Skeleton label={t('apps.calls.title', { server: serverId })} rows={2} />}
        {data?.length === 0 && <p className="text-text-2">{t('apps.calls.none')}</p>}
        {data && data.length > 0 && (
          <ul className="overflow-hidden rounded-3 border border-line bg-raised">
            {data.map((record, index) => (
              <CallRow key={index} record={record} />
            ))}
          </ul>
        )}
      </LabelledRow>
    </Dialog>
  )
}

function CallRow({ record }: { readonly record: AppCallRecord }) {
  return (
    <li className="border-line not-first:border-t">
      <details>
        <summary className="flex min-h-[2.125rem] items-center gap-2 px-[0.6875rem]">
          <StatusIcon shape={shapes[record.state]} />
          <span translate="no" className="mono font-label">
            <SafeText text={record.tool} />
          </span>
          <span translate="no" className="cut mono grow text-12 text-text-3">
            <SafeText text={record.arguments.slice(0, 200)} />
          </span>
          <span className="num shrink-0 text-12 text-text-3">{stateOf(record)}</span>
        </summary>
        <div className="grid gap-2 px-8 pb-2">
          <pre translate="no" aria-label={t('apps.call.arguments')} className="mono breakable text-12 whitespace-pre-wrap">
            <SafeText text={record.arguments} />
          </pre>
          {record.error && (
            <p className="text-12 text-danger-text">
              <SafeText text={translateError(record.error).message} />
            </p>
          )}
        </div>
      </details>
    </li>
  )
}

function stateOf({ state, at, endedAt }: AppCallRecord): string {
  if (state === 'done' && endedAt !== undefined) return t('apps.call.done', { time: formatDuration(endedAt - at) })
  return state === 'done' ? '' : t(`apps.call.${state}`)
}
