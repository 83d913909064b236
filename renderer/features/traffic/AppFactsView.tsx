import { useId, useState, type ReactNode } from 'react'
import { t } from '../../i18n/t'
import { CodeBlock } from '../../markdown/CodeBlock'
import { showChat } from '../../state/navigation'
import type { AppFacts, AppViolation } from '../../state/appFacts'
import { Button } from '../../ui/Button'
import { SafeText } from '../../ui/SafeText'
import { StatusLabel } from '../../ui/StatusLabel'
import { formatBytes } from '../../ui/format/formatBytes'
import { formatTime } from '../../ui/format/formatTime'
import { AppSimulationRow } from './AppSimulationRow'
import { grantedNames, missingNames } from './appReach'

/** What whoever writes an app needs to know of it beside its messages: its size, what it may, what it was refused, and its policy. */
export function AppFactsView({ facts }: { readonly facts: AppFacts }) {
  const { started, tool, isOpen, unprotected, measures, violations, conversationId, reload } = facts
  const [showsPolicy, setShowsPolicy] = useState(false)
  const title = useId()
  const granted = grantedNames(started)
  const missing = missingNames(started)
  return (
    <section aria-labelledby={title} className="grid grid-cols-[minmax(0,1fr)] gap-2 rounded-3 border border-line bg-raised px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <h3 id={title} className="breakable text-14 font-title">
          <SafeText text={t('traffic.app.of', { tool })} />
        </h3>
        <StatusLabel shape={isOpen ? 'ready' : 'stopped'} word={t(isOpen ? 'traffic.app.open' : 'traffic.app.ended')} role="status" />
        <span className="ms-auto flex flex-wrap gap-1.5">
          <Button size="small" aria-expanded={showsPolicy} onClick={() => setShowsPolicy(!showsPolicy)}>
            {t(showsPolicy ? 'traffic.app.hidePolicy' : 'traffic.app.showPolicy')}
          </Button>
          <Button size="small" onClick={() => showChat(conversationId)}>
            {t('traffic.app.show')}
          </Button>
          <Button size="small" onClick={reload}>
            {t('traffic.app.reload')}
          </Button>
        </span>
      </div>
      <dl className="grid grid-cols-[minmax(0,max-content)_minmax(0,1fr)] gap-x-4 gap-y-1 text-12">
        <Row name={t('traffic.app.page')}>
          <span translate="no" className="mono">
            <SafeText text={started.resourceUri} />
          </span>{' '}
          · {formatBytes(started.bytes)}
        </Row>
        <Row name={t('traffic.app.size')}>{describeMeasures(measures)}</Row>
        <Row name={t('traffic.app.may')}>
          {unprotected && <p className="text-danger-text">{t('traffic.app.unprotected')}</p>}
          {granted.length > 0 ? <Names names={granted} /> : !unprotected && t('traffic.app.mayNothing')}
        </Row>
        <Row name={t('traffic.app.simulate')}>
          <AppSimulationRow simulation={facts.simulation} simulate={facts.simulate} />
        </Row>
        {missing.length > 0 && (
          <Row name={t('traffic.app.notGranted')}>
            <Names names={missing} />
          </Row>
        )}
        {started.declared.refusedDeclarations > 0 && <Row name={t('traffic.app.malformed')}>{started.declared.refusedDeclarations}</Row>}
        <Row name={t('traffic.app.violations')}>
          {violations.length === 0 ? t('traffic.app.noViolations') : <Violations violations={violations} />}
        </Row>
      </dl>
      {showsPolicy && (
        <>
          <CodeBlock heading="Content-Security-Policy" code={started.policy.content.split('; ').join(';\n')} wrap />
          <CodeBlock heading="Connection-Allowlist" code={started.policy.connections} wrap />
        </>
      )}
    </section>
  )
}

function Row({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="text-text-3">{name}</dt>
      <dd className="breakable">{children}</dd>
    </>
  )
}

function Names({ names }: { readonly names: readonly string[] }) {
  return <SafeText text={names.join(', ')} />
}

function describeMeasures({ wanted, has }: AppFacts['measures']): string {
  const size = pixels(has)
  return wanted ? t('traffic.app.sizes', { wanted: pixels(wanted), size }) : t('traffic.app.sizeOnly', { size })
}

/** A side that nobody has said is a dash. */
function pixels({ width, height }: { readonly width?: number; readonly height?: number }): string {
  const side = (length: number | undefined): string => (length === undefined ? '–' : String(Math.round(length)))
  return `${side(width)} × ${side(height)} px`
}

function Violations({ violations }: { readonly violations: readonly AppViolation[] }) {
  return (
    <ul aria-label={t('traffic.app.violations')} className="max-h-48 overflow-y-auto">
      {violations.map(({ notice, at }, index) => (
        <li key={index} className="flex flex-wrap gap-x-2">
          <span className="breakable min-w-0">
            {notice.kind === 'refused' ? (
              <>
                <span translate="no" className="mono">
                  <SafeText text={notice.origin} />
                </span>{' '}
                {t(`traffic.app.refused.${notice.way}`)}
              </>
            ) : (
              t(`traffic.app.${notice.kind}`)
            )}
          </span>
          <span className="num text-text-3">
            {t('traffic.app.times', { count: notice.count })} · {formatTime(at, true)}
          </span>
        </li>
      ))}
    </ul>
  )
}
