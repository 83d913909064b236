import { AppError } from '../../../shared/errors/appError'
import { callHost } from '../../rpc/callHost'
import { useTopic } from '../../rpc/useTopic'
import { ErrorNotice } from '../../ui/ErrorNotice'
import { Switch } from '../../ui/Switch'
import { useAttempt } from '../../ui/useAttempt'
import { SettingRow } from './SettingRow'

/** Whether the desktop tells that something waits. The system, or the browser, has the last word. */
export function NotificationsRow() {
  const wanted = useTopic('settings', (settings) => settings.notifications) ?? false
  const { failed, run } = useAttempt()
  const set = async (notifications: boolean): Promise<void> => {
    if (notifications && (await Notification.requestPermission()) !== 'granted') throw refused()
    await callHost('settings.set', { notifications })
  }
  return (
    <>
      <SettingRow
        title="Tell me when something waits"
        help="A notification while you look elsewhere. It names the server, and nothing that it wrote"
      >
        <Switch label="Tell me when something waits" checked={wanted} onChecked={(checked) => run(() => set(checked))} />
      </SettingRow>
      {failed && <ErrorNotice role="alert" error={failed} />}
    </>
  )
}

function refused(): AppError {
  return new AppError('DENIED', 'Notifications of Parley are not allowed here', {
    hint: 'Allow them in the settings of your system or browser, then switch this on again.',
  })
}
