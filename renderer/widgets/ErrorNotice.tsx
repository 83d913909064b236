import type { ReactNode } from 'react'
import type { AppErrorData } from '../../shared/errors/appError'
import type { ErrorTextSource } from '../../shared/i18n/errorText'
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
  /** By default, offers to open a locked vault. `null` shows no actions. */
  readonly actions?: ReactNode
  readonly role?: 'alert'
}

/** An error in its place: what happened, what to do, and third, what another party said about it. */
export function ErrorNotice({ error, actions, role }: ErrorNoticeProps) {
  const { hint } = translateError(error)
  const ways = actions === undefined && error.code === 'SECRETS_LOCKED' ? <UnlockButton /> : actions
  return (
    <Notice
      look="danger"
      title={<SafeText own text={errorTitle(error)} />}
      {...(ways !== undefined && ways !== null && { actions: ways })}
      {...(role && { role })}
    >
      {hint !== undefined && <SafeText own text={hint} />}
      {error.said !== undefined && (
        <span className="mt-1 block">
          <ServerQuoteLine text={error.said} whole />
        </span>
      )}
    </Notice>
  )
}
