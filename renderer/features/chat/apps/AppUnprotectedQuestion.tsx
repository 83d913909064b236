import type { GrantLasts } from '../../../../shared/domain/apps/app'
import { ServerName, ServerText } from '../../../i18n/ServerText'
import { Text } from '../../../i18n/Text'
import { t } from '../../../i18n/t'
import { useHostQuery } from '../../../rpc/useHostQuery'
import { Button } from '../../../ui/Button'
import { Dialog } from '../../../ui/Dialog'
import { LetterTile } from '../../../ui/LetterTile'
import { ErrorNotice } from '../../../widgets/ErrorNotice'
import { LabelledRow } from '../../../widgets/LabelledRow'
import { useAsyncAction } from '../../../widgets/useAsyncAction'
import type { AppInstance } from './appInstance'
import { AppMeetingRow } from './lines/AppMeetingRow'
import { Data } from './lines/Line'

export interface AppUnprotectedQuestionProps {
  readonly app: AppInstance
  readonly onClose: () => void
}

/** Asks whether an app is to run though the browser cannot shut it in: what may get out, and of which server. A person has opened it. */
export function AppUnprotectedQuestion({ app, onClose }: AppUnprotectedQuestionProps) {
  const { serverId, tool } = app
  const meeting = useHostQuery('apps.meeting', { conversationId: app.conversationId, callId: app.callId })
  const { busy, failed, run } = useAsyncAction()
  const answer = (lasts: GrantLasts) => () =>
    run(async () => {
      await app.openUnprotected(lasts)
      onClose()
    })
  return (
    <Dialog
      title={t('apps.unprotected.question', { server: serverId })}
      onClose={onClose}
      foot={(arming, unseen) => (
        <>
          <Button size="action" disabled={busy} onClick={onClose}>
            {t('apps.unprotected.deny')}
          </Button>
          <p className="min-w-0 grow px-2 text-12 text-text-3">{t('apps.unprotected.note')}</p>
          <Button
            size="action"
            look="danger"
            arming={arming}
            disabled={busy || !meeting.isSuccess || unseen !== undefined}
            onClick={answer('always')}
          >
            {t('apps.unprotected.always')}
          </Button>
          <Button
            size="action"
            look="danger"
            arming={arming}
            disabled={busy || !meeting.isSuccess || unseen !== undefined}
            onClick={answer('open')}
          >
            {t('apps.unprotected.once')}
          </Button>
        </>
      )}
    >
      <div className="*:border-b *:border-line *:last:border-b-0">
        <LabelledRow>
          <div className="flex items-center gap-3">
            <LetterTile name={serverId} size={36} />
            <span className="text-12 text-text-2">
              <ServerName name={serverId} /> · <Text id="apps.question.called" components={{ tool: <Data>{tool}</Data> }} />
            </span>
          </div>
        </LabelledRow>
        <LabelledRow label={t('apps.question.why')}>
          <p>{t('apps.unprotected.tried')}</p>
        </LabelledRow>
        <LabelledRow label={t('apps.unprotected.out')} toSee={t('apps.unprotected.out')}>
          <p className="font-label">
            <ServerText id="apps.unprotected.out.what" server={serverId} />
          </p>
          <p className="pt-1 text-text-2">{t('apps.unprotected.out.ways')}</p>
        </LabelledRow>
        <AppMeetingRow meeting={meeting.data} error={meeting.error} />
        <LabelledRow label={t('apps.unprotected.holds')}>
          <p className="text-text-2">{t('apps.unprotected.holds.text')}</p>
        </LabelledRow>
        {failed && (
          <LabelledRow>
            <ErrorNotice error={failed} role="alert" />
          </LabelledRow>
        )}
      </div>
    </Dialog>
  )
}
