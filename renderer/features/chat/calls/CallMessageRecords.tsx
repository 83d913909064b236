import { ArrowLeft, ArrowRight } from 'lucide-react'
import { t, translator } from '../../../i18n/t'
import { lostReason, type MessageRecord } from '../../../../shared/domain/messageRecord'
import type { CallId } from '../../../../shared/domain/ids'
import { useHostQuery } from '../../../rpc/useHostQuery'
import { CodeBlock } from '../../../markdown/CodeBlock'
import { ErrorNotice } from '../../../widgets/ErrorNotice'
import { Skeleton } from '../../../ui/Skeleton'
import { formatBytes } from '../../../ui/format/formatBytes'
import { isoTime } from '../../../ui/format/formatTime'

/** The messages of one call as sent over the wire, without secrets. */
export function CallMessageRecords({ callId, server }: { readonly callId: CallId; readonly server: string }) {
  const records = useHostQuery('traffic.ofCall', { callId })
  if (records.error) return <ErrorNotice error={records.error} />
  if (!records.data) return <Skeleton rows={2} label={t('chat.whatWasSent')} />
  if (records.data.length === 0) return <p className="text-12 text-text-3">{t('chat.nothingSent')}</p>
  return (
    <ol aria-label={t('chat.whatWasSent')} className="grid gap-2">
      {records.data.map((record) => (
        <li key={record.id}>
          <Shown record={record} server={server} />
        </li>
      ))}
    </ol>
  )
}

function Shown({ record, server }: { readonly record: MessageRecord; readonly server: string }) {
  const lost = lostReason(record)
  if (lost) return <p className="text-12 text-text-2">{translator().message(lost)}</p>
  return <CodeBlock code={pretty(record.json)} language="json" heading={<RecordHeading record={record} server={server} />} />
}

function RecordHeading({ record, server }: { readonly record: MessageRecord; readonly server: string }) {
  const Arrow = record.direction === 'sent' ? ArrowRight : ArrowLeft
  return (
    <>
      <Arrow size={13} strokeWidth={1.75} aria-hidden="true" className="rtl:-scale-x-100" />
      {t(record.direction === 'sent' ? 'chat.sentTo' : 'chat.writtenBy', { server })}
      <span translate="no" className="num text-text-3">
        {isoTime(record.at)?.slice(11, 23) ?? '–'} · {formatBytes(record.bytes)}
      </span>
    </>
  )
}

function pretty(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2)
  } catch {
    // A shortened message is no longer JSON, so it is shown as stored.
    return json
  }
}
