import type { ReactNode } from 'react'
import type { AppErrorData } from '../../shared/errors/appError'
import type { ErrorTextSource } from '../../shared/i18n/errorText'
import { t } from '../i18n/t'
import { useTopic } from '../rpc/useTopic'
import { errorTitle, translateError } from '../i18n/translateError'
import { Notice } from '../ui/Notice'
import { SafeText } from '../ui/SafeText'
import { ServerQuoteLine } from '../ui/ServerQuoteLine'
import { UnlockButton } from './UnlockButton'

export interface ErrorNoticeProps {
  /** An AppError also fits. */
  readonly error: ErrorTextSource & {
    readonly code?: AppErrorData['code']
    readonly said?: string | undefined
  }
  /** What did not work, where the error alone does not say it. */
  readonly failed?: string
  /** By default, offers to open a locked vault. `null` shows no actions. */
  readonly actions?: ReactNode
  readonly role?: 'alert'
}

/** An error in its place: what happened, what to do, and third, what another party said about it. One of the locked vault ends with the lock. */
export function ErrorNotice(props: ErrorNoticeProps) {
  const { reason } = props.error
  const isLocked = reason === 'secrets.needsPassphrase' || reason === 'secrets.noKeychain'
  return isLocked ? <LockedNotice {...props} /> : <StandingNotice {...props} said={props.error.said} />
}

/** Something needed the vault while it was locked. What the system said of its keychain is left out: nobody can act on it. */
function LockedNotice(props: ErrorNoticeProps) {
  const isOpen = useTopic('vault', ({ state }) => state === 'open')
  return isOpen ? <Notice title={t('secrets.openSince')} /> : <StandingNotice {...props} />
}

function StandingNotice({ error, failed, actions, role, said }: ErrorNoticeProps & { readonly said?: string | undefined }) {
  const { hint } = translateError(error)
  const ways = actions === undefined && error.code === 'SECRETS_LOCKED' ? <UnlockButton /> : actions
  return (
    <Notice
      look="danger"
      title={failed ?? <SafeText own text={errorTitle(error)} />}
      {...(ways !== undefined && ways !== null && { actions: ways })}
      {...(role && { role })}
    >
      {failed !== undefined && (
        <span className="block">
          <SafeText own text={errorTitle(error)} />
        </span>
      )}
      {hint !== undefined && <SafeText own text={hint} />}
      {said !== undefined && (
        <span className="mt-1 block">
          <ServerQuoteLine text={said} whole />
        </span>
      )}
    </Notice>
  )
}
