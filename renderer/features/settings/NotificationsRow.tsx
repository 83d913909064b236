import { useSyncExternalStore } from 'react'
import { AppError } from '../../../shared/errors/appError'
import { callHost } from '../../rpc/callHost'
import { useTopic } from '../../rpc/useTopic'
import { Button } from '../../ui/Button'
import { ErrorNotice } from '../../widgets/ErrorNotice'
import { Notice } from '../../ui/Notice'
import { Switch } from '../../ui/form/Switch'
import { useAttempt } from '../../widgets/useAttempt'
import { SettingRow } from './SettingRow'

/** Whether the desktop tells that something waits. The system, or the browser, has the last word. */
export function NotificationsRow() {
  const wanted = useTopic('settings', (settings) => settings.notifications) ?? false
  const permission = useSyncExternalStore(onReturn, permissionNow)
  const { failed, run } = useAttempt()
  const allow = async (): Promise<void> => {
    if (permissionNow() === 'missing' || (await Notification.requestPermission()) !== 'granted') throw refused()
  }
  const set = async (notifications: boolean): Promise<void> => {
    if (notifications) await allow()
    await callHost('settings.set', { notifications })
  }
  return (
    <>
      <SettingRow
        title="Tell me when something waits"
        help="A notification of what is not in front of you. It names the server, and nothing that it wrote"
      >
        <Switch label="Tell me when something waits" checked={wanted} onChecked={(checked) => run(() => set(checked))} />
      </SettingRow>
      {wanted && permission !== 'granted' && !failed && (
        <div className="px-4 pb-3">
          <Notice
            look="ask"
            title="Parley may not show notifications here, so none come."
            {...(permission === 'default' && {
              actions: (
                <Button size="small" onClick={() => run(allow)}>
                  Allow…
                </Button>
              ),
            })}
          >
            {permission === 'denied' && 'Allow them in the settings of your system or browser.'}
            {permission === 'missing' && 'There are none in this window.'}
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

/** A person changes it somewhere else, and comes back. */
function onReturn(listener: () => void): () => void {
  window.addEventListener('focus', listener)
  return () => window.removeEventListener('focus', listener)
}

function refused(): AppError {
  return new AppError('DENIED', 'Notifications of Parley are not allowed here', {
    hint: 'Allow them in the settings of your system or browser, then switch this on again.',
  })
}
