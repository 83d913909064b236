import { ArrowLeft, ArrowRight } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { t } from '../../i18n/t'
import { lostReason, type MessageRecord } from '../../../shared/domain/messageRecord'
import { CodeBlock } from '../../markdown/CodeBlock'
import { SafeText } from '../../ui/SafeText'
import { formatDuration } from '../../ui/format/formatDuration'
import { formatTime } from '../../ui/format/formatTime'
import { formatBytes } from '../../ui/format/formatBytes'
import { describeRecord, type RecordLine } from './pairMessageRecords'

export interface MessageRecordDetailsProps {
  readonly line: RecordLine
  readonly answer: RecordLine | undefined
  /** It passed between an app of the server and its page. */
  readonly ofApp?: boolean
}

/** One message as sent over the wire, without secrets, and its answer. */
export function MessageRecordDetails({ line, answer, ofApp = false }: MessageRecordDetailsProps) {
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    // In a narrow window, the details are below the list and scroll into view. Beside the list, nothing moves.
    if (section.current && section.current.getBoundingClientRect().top > innerHeight - 64) section.current.scrollIntoView()
  }, [line.record.id])
  return (
    <section ref={section} aria-label={t('traffic.message')} className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h3 translate="no" className="mono breakable text-12 font-title">
        <SafeText text={describeRecord(line)} />
      </h3>
      <Shown record={line.record} ofApp={ofApp} />
      {line.request && line.ms !== undefined && (
        <>
          <p className="text-12 text-text-2">{t('traffic.answers', { taken: formatDuration(line.ms) })}</p>
          <Shown record={line.request} ofApp={ofApp} />
        </>
      )}
      {answer?.ms !== undefined && (
        <>
          <p className="text-12 text-text-2">
            {t(answer.kind === 'error' ? 'traffic.failedAfter' : 'traffic.answeredAfter', { taken: formatDuration(answer.ms) })}
          </p>
          <Shown record={answer.record} ofApp={ofApp} />
        </>
      )}
    </section>
  )
}

function Shown({ record, ofApp }: { readonly record: MessageRecord; readonly ofApp: boolean }) {
  const Arrow = record.direction === 'sent' ? ArrowRight : ArrowLeft
  // The heading says why there is no content.
  if (lostReason(record)) return null
  const { code, whole } = pretty(record.json)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1">
      <CodeBlock
        code={code}
        language="json"
        heading={
          <>
            <Arrow size={13} strokeWidth={1.75} aria-hidden="true" className="shrink-0 rtl:-scale-x-100" />
            {record.direction === 'sent'
              ? t('traffic.sentByParley')
              : t(ofApp ? 'traffic.app.writtenBy' : 'traffic.writtenBy', { serverId: record.serverId })}
            <span translate="no" className="num cut">
              {formatTime(record.at, true)} · {formatBytes(record.bytes)}
            </span>
          </>
        }
      />
      {!whole && <p className="text-12 text-text-3">{t('traffic.beginningKept')}</p>}
    </div>
  )
}

function pretty(json: string): { readonly code: string; readonly whole: boolean } {
  try {
    return { code: JSON.stringify(JSON.parse(json), null, 2), whole: true }
  } catch {
    // A long message was cut and is no longer JSON, so it is shown as stored.
    return { code: json, whole: false }
  }
}
