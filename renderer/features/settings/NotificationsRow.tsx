import { useSyncExternalStore } from 'react'
import { AppError } from '../../../shared/errors/appError'
import { callHost } from '../../rpc/callHost'
import { useTopic } from '../../rpc/useTopic'
import { Button } from '../../ui/Button'
import { ErrorNotice } from '../../widgets/ErrorNotice'
import { Notice } from '../../ui/Notice'
import { Switch } from '../../ui/form/Switch'
import { useAsyncAction } from '../../widgets/useAsyncAction'
import { SettingRow } from './SettingRow'
import { t } from '../../i18n/t'

/** Chooses whether the desktop notifies the person of waiting questions. The system or the browser has the final decision. */
export function NotificationsRow() {
  const wanted = useTopic('settings', (settings) => settings.notifications) ?? false
  const permission = useSyncExternalStore(onReturn, permissionNow)
  const { failed, run } = useAsyncAction()
  const allow = async (): Promise<void> => {
    if (permissionNow() === 'missing' || (await Notification.requestPermission()) !== 'granted') throw refused()
  }
  const set = async (notifications: boolean): Promise<void> => {
    if (notifications) await allow()
    await callHost('settings.set', { notifications })
  }
  return (
    <>
      <SettingRow title={t('settings.notifications.title')} help={t('settings.notifications.help')}>
        <Switch label={t('settings.notifications.title')} checked={wanted} onChecked={(checked) => run(() => set(checked))} />
      </SettingRow>
      {wanted && permission !== 'granted' && !failed && (
        <div className="px-4 pb-3">
          <Notice
            look="ask"
            title={t('settings.notifications.off')}
            {...(permission === 'default' && {
              actions: (
                <Button size="small" onClick={() => run(allow)}>
                  {t('settings.notifications.allow')}
                </Button>
              ),
            })}
          >
            {permission === 'denied' && t('settings.notifications.denied')}
            {permission === 'missing' && t('settings.notifications.missing')}
          </Notice>
        </div>
      )}
      {failed && (
        <div className="px-4 pb-3">
          <ErrorNotice role="alert" error={failed} />
        </div>
      )}
    </>
  )
}

const permissionNow = (): NotificationPermission | 'missing' => (typeof Notification === 'undefined' ? 'missing' : Notification.permission)

/** Calls back when the person returns to the page, because they may have changed the permission elsewhere. */
function onReturn(listener: () => void): () => void {
  window.addEventListener('focus', listener)
  return () => window.removeEventListener('focus', listener)
}

function refused(): AppError {
  return new AppError('DENIED', { reason: 'settings.notificationsDenied' })
}
