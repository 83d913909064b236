import { Lock } from 'lucide-react'
import type { InputOf } from '../../../shared/rpc/contract'
import { t } from '../../i18n/t'
import { callHost } from '../../rpc/callHost'
import { useTopic } from '../../rpc/useTopic'
import { ErrorNotice } from '../../widgets/ErrorNotice'
import { RadioGroup } from '../../ui/form/RadioGroup'
import { RadioOption } from '../../ui/form/RadioOption'
import { SelectField } from '../../ui/form/SelectField'
import { Skeleton } from '../../ui/Skeleton'
import { useAsyncAction } from '../../widgets/useAsyncAction'
import { DesktopSection } from './desktop/DesktopSection'
import { NotificationsRow } from './NotificationsRow'
import { SettingsSection } from './SettingsSection'
import { SettingRow } from './SettingRow'
import { ThemePicture } from './ThemePicture'

const themes = [
  { theme: 'system', name: 'settings.appearance.system' },
  { theme: 'light', name: 'settings.appearance.light' },
  { theme: 'dark', name: 'settings.appearance.dark' },
] as const
/** Each name is in its own language, so that a person who reads only that language finds it. */
const languages = [
  { value: 'en', label: 'English' },
  { value: 'de', label: 'Deutsch' },
] as const
const textSizes = [80, 90, 100, 110, 125, 150, 175, 200]

/** Chooses Parley's language, theme and text size. */
export function AppearancePage() {
  const appearance = useTopic('settings', (settings) => settings.appearance)
  const { failed, run } = useAsyncAction()
  if (!appearance) return <Skeleton label={t('settings.appearance')} />
  const set = (change: InputOf<'settings.set'>['appearance']) => run(() => callHost('settings.set', { appearance: change }))
  return (
    <>
      {failed && <ErrorNotice role="alert" error={failed} />}
      <SettingsSection title={t('settings.appearance.theme')}>
        <RadioGroup
          label={t('settings.appearance.theme')}
          className="flex flex-wrap gap-4.5"
          value={appearance.theme}
          onValue={(value) => {
            const chosen = themes.find(({ theme }) => theme === value)
            if (chosen) set({ theme: chosen.theme })
          }}
        >
          {themes.map(({ theme, name }) => (
            <div key={theme} className="grid justify-items-center gap-2">
              <ThemePicture theme={theme} chosen={theme === appearance.theme} onChoose={() => set({ theme })} />
              <RadioOption value={theme} label={t(name)} />
            </div>
          ))}
        </RadioGroup>
      </SettingsSection>
      <SettingsSection title={t('settings.appearance.reading')}>
        <div className="divide-y divide-line rounded-3 border border-line bg-raised">
          <SettingRow title={t('settings.appearance.language')} help={t('settings.appearance.language.help')}>
            <SelectField
              label={t('settings.appearance.language')}
              height="small"
              className="w-28"
              value={appearance.language}
              options={[{ value: 'system', label: t('settings.appearance.language.system') }, ...languages]}
              onValue={(language) => set({ language })}
            />
          </SettingRow>
          <SettingRow title={t('settings.appearance.textSize')} help={t('settings.appearance.textSize.help')}>
            <SelectField
              label={t('settings.appearance.textSize')}
              height="small"
              className="w-28"
              value={String(appearance.textSize)}
              options={[...new Set([...textSizes, appearance.textSize])]
                .toSorted((one, other) => one - other)
                .map((size) => ({ value: String(size), label: t('settings.appearance.textSize.value', { percent: size }) }))}
              onValue={(size) => set({ textSize: Number(size) })}
            />
          </SettingRow>
          <SettingRow title={t('settings.appearance.serif')} help={t('settings.appearance.serif.help')}>
            <Lock size={15} strokeWidth={1.75} aria-hidden="true" className="text-text-3" />
          </SettingRow>
        </div>
      </SettingsSection>
      <SettingsSection title={t('settings.appearance.questions')}>
        <div className="divide-y divide-line rounded-3 border border-line bg-raised">
          <NotificationsRow />
        </div>
      </SettingsSection>
      <DesktopSection />
    </>
  )
}
