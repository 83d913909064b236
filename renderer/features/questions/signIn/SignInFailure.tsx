import type { ServerId } from '../../../../shared/domain/ids'
import type { AppErrorData } from '../../../../shared/errors/appError'
import { t } from '../../../messages/t'
import { openServerForm } from '../../../state/navigation'
import { Button } from '../../../ui/Button'
import { ErrorNotice } from '../../../widgets/ErrorNotice'
import { Notice } from '../../../ui/Notice'
import { QuestionRow } from '../../../widgets/QuestionRow'

export interface SignInFailureProps {
  readonly error: AppErrorData
  /** None for the identity provider. */
  readonly serverId: ServerId | undefined
  /** Closes the dialog, leaving the sign-in for later. */
  readonly onLeave: () => void
}

/** Why a sign-in cannot go on: which step failed, what was said, and what each way on leads to. The ways on stand in the foot. */
export function SignInFailure({ error, serverId, onLeave }: SignInFailureProps) {
  const enterClientId = (id: ServerId): void => {
    onLeave()
    openServerForm({ kind: 'edit', serverId: id, part: 'signIn' })
  }
  return (
    <QuestionRow>
      <div className="grid gap-2">
        <ErrorNotice
          role="alert"
          error={error}
          actions={
            error.remedy === 'clientId' && serverId !== undefined ? (
              <Button size="small" onClick={() => enterClientId(serverId)}>
                {t('signIn.enterClientId')}
              </Button>
            ) : undefined
          }
        />
        {error.remedy === 'withoutPkce' && (
          <Notice look="ask" title={t('signIn.withoutPkce')}>
            {serverId !== undefined && t('signIn.withoutPkce.remembered', { server: serverId })}
          </Notice>
        )}
      </div>
    </QuestionRow>
  )
}
