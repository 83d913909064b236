import type { DesktopChange } from '../../../../shared/domain/desktop/desktopState'
import { quickWindowKeys, type QuickWindowKeys } from '../../../../shared/domain/desktop/quickWindowKeys'
import { t } from '../../../i18n/t'
import { callHost } from '../../../rpc/callHost'
import { useTopic } from '../../../rpc/useTopic'
import { Notice } from '../../../ui/Notice'
import { SelectField } from '../../../ui/form/SelectField'
import { Switch } from '../../../ui/form/Switch'
import { ErrorNotice } from '../../../widgets/ErrorNotice'
import { useAsyncAction } from '../../../widgets/useAsyncAction'
import { SettingRow } from '../SettingRow'
import { SettingsSection } from '../SettingsSection'

/** Chooses how Parley is at hand on the desktop. The browser has no such thing, so nothing is shown there. */
export function DesktopSection() {
  const app = useTopic('app')
  const desktop = useTopic('desktop')
  const { failed, run } = useAsyncAction()
  if (app?.shell !== 'electron' || !desktop) return null
  const { settings } = desktop
  const mac = app.platform === 'darwin'
  const set = (change: DesktopChange): void => run(() => callHost('desktop.set', change))
  return (
    <SettingsSection title={t('settings.desktop')}>
      <div className="divide-y divide-line rounded-3 border border-line bg-raised">
        <SettingRow title={t('settings.desktop.tray')} help={t('settings.desktop.tray.help')}>
          <Switch label={t('settings.desktop.tray')} checked={settings.tray} onChecked={(tray) => set({ tray })} />
        </SettingRow>
        <SettingRow title={t('settings.desktop.keepRunning')} help={t('settings.desktop.keepRunning.help')}>
          <Switch
            label={t('settings.desktop.keepRunning')}
            checked={settings.keepRunning}
            onChecked={(keepRunning) => set({ keepRunning })}
          />
        </SettingRow>
        <SettingRow title={t('settings.desktop.quickWindow')} help={t('settings.desktop.quickWindow.help')}>
          <SelectField
            label={t('settings.desktop.quickWindow')}
            height="small"
            className="w-44"
            value={settings.quickWindow}
            options={[
              { value: 'off', label: t('settings.desktop.quickWindow.off') },
              ...quickWindowKeys.map((keys) => ({ value: keys, label: keyNames(keys, mac) })),
            ]}
            onValue={(quickWindow) => set({ quickWindow })}
          />
        </SettingRow>
        {desktop.quickWindowKeys === 'taken' && (
          <div className="px-4 pb-3" role="status">
            <Notice look="ask" title={t('settings.desktop.quickWindow.taken')}>
              {t('settings.desktop.quickWindow.taken.why')}
            </Notice>
          </div>
        )}
        {failed && (
          <div className="px-4 pb-3">
            <ErrorNotice role="alert" error={failed} />
          </div>
        )}
      </div>
    </SettingsSection>
  )
}

/** Writes keys as the platform does. */
function keyNames(keys: QuickWindowKeys, mac: boolean): string {
  if (mac) return keys.replace('CommandOrControl', '⌘').replace('Shift', '⇧').replace('Alt', '⌥').replaceAll('+', ' ')
  return keys.replace('CommandOrControl', 'Ctrl').replaceAll('+', ' ')
}
