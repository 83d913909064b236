import type { ConnectionState, Evidence, ProcessExit } from '../../../shared/domain/connectionState'
import type { AppErrorData } from '../../../shared/errors/appError'
import { errorTitle, translateError } from '../../i18n/translateError'
import { SafeText } from '../../ui/SafeText'
import { ServerQuote } from '../../ui/ServerQuote'
import { formatTime } from '../../ui/format/formatTime'
import { t } from '../../i18n/t'

export interface ServerFailureProps {
  readonly server: string
  readonly failure: { readonly error: AppErrorData; readonly evidence?: Evidence | undefined }
  /** The state of its connection. It says whether and when Parley tries again by itself. */
  readonly state?: ConnectionState
}

/** Says why a server does not run: what happened, what to do, and the evidence. The server's own words come third, on its paper. */
export function ServerFailure({ server, failure: { error, evidence }, state }: ServerFailureProps) {
  const { hint } = translateError(error)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <p className="breakable">
        {state?.phase === 'starting' && <span className="text-text-2">{t('servers.failure.again')} </span>}
        <strong className="font-label">{errorTitle(error)}</strong> {hint !== undefined && <span className="text-text-2">{hint}</span>}
        {state?.phase === 'failed' && state.retryAt !== undefined && (
          <span className="num text-text-2"> {t('servers.failure.retry', { time: formatTime(state.retryAt) })}</span>
        )}
      </p>
      {evidence && <EvidenceBox evidence={evidence} />}
      {error.said !== undefined && <ServerQuote by={server} text={error.said} cutAt={2000} />}
    </div>
  )
}

function EvidenceBox({ evidence }: { readonly evidence: Evidence }) {
  const box =
    'max-h-48 overflow-auto rounded-2 border border-line bg-sunk px-3 py-1.5 font-code text-[0.71875rem] leading-[1.125rem] tracking-[-0.01em] text-text-2'
  if (evidence.kind === 'path')
    return (
      <div className={box} role="group" aria-label={t('servers.failure.path')} tabIndex={0}>
        <span className="me-3 text-text-3">{t('servers.failure.path')}</span>
        {evidence.folders.length === 0 && t('servers.failure.pathEmpty')}
        {[...new Set(evidence.folders)].map((folder) => (
          <span key={folder} translate="no" className="me-4 inline-block">
            {folder}
          </span>
        ))}
      </div>
    )
  return (
    <div className={`${box} whitespace-pre-wrap`} role="group" aria-label={t('servers.failure.printed')} tabIndex={0}>
      {evidence.lines.length === 0 && <span className="text-text-3">{t('servers.failure.printedNothing')} </span>}
      {evidence.first && (
        <>
          <Lines lines={evidence.first} />
          <div className="text-text-3">{t('servers.failure.leftOut')}</div>
        </>
      )}
      <Lines lines={evidence.lines} />
      {evidence.exit && <div className="text-text-3">{describeExit(evidence.exit)}</div>}
    </div>
  )
}

function Lines({ lines }: { readonly lines: readonly string[] }) {
  return lines.map((line, index) => (
    <div key={index} className="breakable">
      <SafeText text={line} />
    </div>
  ))
}

/** Describes how a process ended. */
export function describeExit({ code, signal, closedOutput }: ProcessExit): string {
  if (closedOutput) return t('servers.exit.closedOutput')
  if (signal !== null) return t('servers.exit.signal', { signal })
  return code === null ? t('servers.exit.unknown') : t('servers.exit.code', { code: String(code) })
}
