import { useRef } from 'react'
import type { Tool } from '../../../shared/domain/catalog'
import type { AcceptedTool } from '../../../shared/domain/definitionChange'
import { changeClaims } from '../../../shared/domain/changeClaims'
import type { ServerConfig } from '../../../shared/domain/server'
import { cutName } from '../../../shared/i18n/cutName'
import { plainName } from '../../../shared/lib/confusableNames'
import { changeByName } from '../../../shared/rules/changeByName'
import { t } from '../../i18n/t'
import { Button } from '../../ui/Button'
import { Chip } from '../../ui/Chip'
import { Dialog } from '../../ui/Dialog'
import { SafeName } from '../../ui/SafeName'

/** The others are counted. */
const MOST_NAMED = 8

export interface AskBeforeRunsProps {
  readonly server: Pick<ServerConfig, 'id' | 'trusted'>
  /** The one tool that it is about. Without it, it is about all of the server. */
  readonly tool?: Tool | undefined
  /** The tools to name, the gravest first. Empty where it is not known what would run. */
  readonly tools: readonly AcceptedTool[]
  readonly onRuns: () => void
  readonly onClose: () => void
}

/** "Run all calls of SERVER without asking?": names the tools that may do more than read. To leave it as it is has the focus. */
export function AskBeforeRuns({ server: { id: server, trusted }, tool, tools, onRuns, onClose }: AskBeforeRunsProps) {
  const cancel = useRef<HTMLButtonElement>(null)
  const named = tools.slice(0, MOST_NAMED)
  const more = tools.length - named.length
  return (
    <Dialog
      title={
        tool ? t('rules.choice.runs.askTool', { tool: cutName(plainName(tool.name)), server }) : t('rules.choice.runs.ask', { server })
      }
      width="narrow"
      contentKey={tools.map((one) => one.hash).join(' ')}
      firstField={cancel}
      onClose={onClose}
      foot={(arming) => (
        <>
          <Button ref={cancel} size="action" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <span className="grow" />
          <Button
            size="action"
            look="danger"
            arming={arming}
            onClick={() => {
              onClose()
              onRuns()
            }}
          >
            {t('rules.choice.runs.run')}
          </Button>
        </>
      )}
    >
      <div className="grid gap-3 px-6 py-4">
        <p>{tools.length === 0 ? t('rules.choice.runs.unknown') : t('rules.choice.runs.these', { count: tools.length })}</p>
        {named.length > 0 && (
          <ul className="divide-y divide-line rounded-3 border border-line">
            {named.map((one) => (
              <li key={`${one.name} ${one.hash}`} className="flex flex-wrap items-center gap-x-2 gap-y-1 px-3 py-1.5">
                <span translate="no" className="mono breakable font-label">
                  <SafeName name={one.name} />
                </span>
                <Claims tool={one} />
              </li>
            ))}
            {more > 0 && <li className="num px-3 py-1.5 text-text-2">{t('rules.choice.runs.more', { count: more })}</li>}
          </ul>
        )}
        {!trusted && tools.some(({ annotations }) => annotations?.readOnlyHint === true) && (
          <p className="breakable text-12">{t('rules.choice.runs.notBelieved', { server })}</p>
        )}
        <p className="text-12 text-text-3">{t(tool ? 'rules.choice.runs.noteTool' : 'rules.choice.runs.note')}</p>
      </div>
    </Dialog>
  )
}

function Claims({ tool }: { readonly tool: AcceptedTool }) {
  const claims = changeClaims(tool.annotations)
  const [byName] = changeByName(tool, {})
  return (
    <>
      {claims.map((claim) => (
        <Chip key={claim} size="small" look={claimLooks[claim]}>
          {t(`approvals.claim.${claim}`)}
        </Chip>
      ))}
      {claims.length === 0 && (
        <Chip size="small" look="danger">
          {t('approvals.claim.unsaid')}
        </Chip>
      )}
      {byName === 'looksRisky' && <span className="text-12 text-danger-text">{t('inbox.looksRisky')}</span>}
      {byName === 'namesChange' && tool.annotations?.readOnlyHint === true && (
        <span className="text-12 text-text-2">{t('approvals.line.namesChange')}</span>
      )}
      {tool.unlisted && <span className="text-12 text-text-2">{t('rules.choice.runs.unlisted')}</span>}
    </>
  )
}

const claimLooks = { readOnly: 'claim', changes: 'claim', mayDestroy: 'claimDanger', unsaidDestroys: 'danger' } as const
