import { useState } from 'react'
import type { Call } from '../../../../shared/domain/chat'
import { ServerText } from '../../../i18n/ServerText'
import { t } from '../../../i18n/t'
import { Button } from '../../../ui/Button'
import { Dialog } from '../../../ui/Dialog'
import { ServerQuote } from '../../../ui/ServerQuote'
import { LabelledRow } from '../../../widgets/LabelledRow'
import type { AppInstance } from './appInstance'
import { AppUnprotectedQuestion } from './AppUnprotectedQuestion'

export interface AppUnprotectedDialogProps {
  readonly app: AppInstance
  readonly call: Call
  readonly onClose: () => void
  /** Tries to open the app once more. */
  readonly onCheckAgain: () => void
  readonly onOpenAsText: () => void
}

/** Says why the app is not opened in this browser, and what there is instead. */
export function AppUnprotectedDialog({ app, call, onClose, onCheckAgain, onOpenAsText }: AppUnprotectedDialogProps) {
  const text = call.result?.content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n\n') ?? ''
  const [asks, setAsks] = useState(false)
  if (asks) return <AppUnprotectedQuestion app={app} onClose={onClose} />
  return (
    <Dialog
      title={t('apps.unprotected.title')}
      onClose={onClose}
      foot={
        <>
          <Button size="action" disabled={!call.result} onClick={onOpenAsText}>
            {t('apps.unprotected.openAsText')}
          </Button>
          <Button size="action" look="bare" onClick={onClose}>
            {t('apps.unprotected.cancel')}
          </Button>
          <Button size="action" look="danger" className="ms-auto" onClick={() => setAsks(true)}>
            {t('apps.unprotected.ask')}
          </Button>
        </>
      }
    >
      <LabelledRow label={t('apps.question.why')}>
        <p>{t('apps.unprotected.tried')}</p>
      </LabelledRow>
      <LabelledRow label={t('apps.question.means')}>
        <p className="text-text-2">
          <ServerText id="apps.unprotected.means" server={call.serverId} />
        </p>
      </LabelledRow>
      {text !== '' && (
        <LabelledRow label={t('apps.unprotected.text')}>
          <ServerQuote by={call.serverId} text={text} cutAt={2_000} />
          <p className="pt-1.5 text-12 text-text-3">{t('apps.unprotected.given')}</p>
        </LabelledRow>
      )}
      <LabelledRow label={t('apps.unprotected.otherWays')}>
        <p>{t('apps.unprotected.otherWays.text')}</p>
        <Button size="small" className="mt-2" onClick={onCheckAgain}>
          {t('apps.restart')}
        </Button>
      </LabelledRow>
    </Dialog>
  )
}
