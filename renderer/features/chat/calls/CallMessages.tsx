import { ArrowLeft, ArrowRight } from 'lucide-react'
import type { MessageRecord } from '../../../../shared/domain/messageRecord'
import type { CallId } from '../../../../shared/domain/ids'
import { useHostQuery } from '../../../rpc/useCall'
import { CodeBlock } from '../../../markdown/CodeBlock'
import { ErrorNotice } from '../../../widgets/ErrorNotice'
import { Skeleton } from '../../../ui/Skeleton'
import { formatBytes } from '../../../ui/format/relativeTime'

/** "What was sent": the frames of one call, as they went over the wire, without secrets. */
export function CallMessages({ callId, server }: { readonly callId: CallId; readonly server: string }) {
  const records = useHostQuery('traffic.ofCall', { callId })
  if (records.error) return <ErrorNotice error={records.error} />
  if (!records.data) return <Skeleton rows={2} label="What was sent" />
  if (records.data.length === 0) return <p className="text-12 text-text-3">Nothing went over the wire for this call.</p>
  return (
    <ol aria-label="What was sent" className="grid gap-2">
      {records.data.map((record) => (
        <li key={record.id}>
          <CodeBlock code={pretty(record.json)} language="json" heading={<FrameHead record={record} server={server} />} />
        </li>
      ))}
    </ol>
  )
}

function FrameHead({ record, server }: { readonly record: MessageRecord; readonly server: string }) {
  const Arrow = record.direction === 'sent' ? ArrowRight : ArrowLeft
  return (
    <>
      <Arrow size={13} strokeWidth={1.75} aria-hidden="true" />
      {record.direction === 'sent' ? `Sent to ${server}` : `Written by ${server}`}
      <span className="num text-text-3">
        {new Date(record.at).toISOString().slice(11, 23)} · {formatBytes(record.bytes)}
      </span>
    </>
  )
}

function pretty(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2)
  } catch {
    // A frame that was cut is no longer JSON, and is shown as it was kept.
    return json
  }
}
