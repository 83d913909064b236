import { ServerText } from '../../../i18n/ServerText'
import type { ServerId } from '../../../../shared/domain/ids'
import type { AppErrorData } from '../../../../shared/errors/appError'
import { t } from '../../../i18n/t'
import { openServerForm } from '../../../state/navigation'
import { Button } from '../../../ui/Button'
import { ErrorNotice } from '../../../widgets/ErrorNotice'
import { Notice } from '../../../ui/Notice'
import { LabelledRow } from '../../../widgets/LabelledRow'

export interface SignInFailureProps {
  readonly error: AppErrorData
  /** Undefined for the identity provider. */
  readonly serverId: ServerId | undefined
  /** Closes the dialog and postpones the sign-in. */
  readonly onLeave: () => void
}

/**
 * Says why a sign-in cannot continue: which step failed, what the server said, and what each possible action does. The actions are in the
 * foot.
 */
export function SignInFailure({ error, serverId, onLeave }: SignInFailureProps) {
  const edit = (id: ServerId, part?: 'signIn'): void => {
    onLeave()
    openServerForm({ kind: 'edit', serverId: id, ...(part && { part }) })
  }
  return (
    <LabelledRow>
      <div className="grid gap-2">
        <ErrorNotice
          role="alert"
          error={error}
          actions={
            serverId === undefined ? undefined : error.remedy === 'clientId' ? (
              <Button size="small" onClick={() => edit(serverId, 'signIn')}>
                {t('signIn.enterClientId')}
              </Button>
            ) : error.remedy === 'header' ? (
              <Button size="small" onClick={() => edit(serverId)}>
                {t('signIn.enterHeader')}
              </Button>
            ) : undefined
          }
        />
        {error.remedy === 'withoutPkce' && (
          <Notice look="ask" title={t('signIn.withoutPkce')}>
            {serverId !== undefined && <ServerText id="signIn.withoutPkce.remembered" server={serverId} />}
          </Notice>
        )}
      </div>
    </LabelledRow>
  )
}
