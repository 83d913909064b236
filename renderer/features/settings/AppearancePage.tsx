import { Lock } from 'lucide-react'
import type { InputOf } from '../../../shared/rpc/contract'
import { callHost } from '../../rpc/callHost'
import { useTopic } from '../../rpc/useTopic'
import { ErrorNotice } from '../../widgets/ErrorNotice'
import { RadioGroup } from '../../ui/form/RadioGroup'
import { RadioOption } from '../../ui/form/RadioOption'
import { SelectField } from '../../ui/form/SelectField'
import { Skeleton } from '../../ui/Skeleton'
import { useAttempt } from '../../widgets/useAttempt'
import { NotificationsRow } from './NotificationsRow'
import { Section } from './Section'
import { SettingRow } from './SettingRow'
import { ThemePicture } from './ThemePicture'

const themes = [
  { theme: 'system', name: 'As the system' },
  { theme: 'light', name: 'Light' },
  { theme: 'dark', name: 'Dark' },
] as const
const textSizes = [80, 90, 100, 110, 125, 150, 175, 200]

/** How Parley looks. */
export function AppearancePage() {
  const appearance = useTopic('settings', (settings) => settings.appearance)
  const { failed, run } = useAttempt()
  if (!appearance) return <Skeleton label="Appearance" />
  const set = (change: InputOf<'settings.set'>['appearance']) => run(() => callHost('settings.set', { appearance: change }))
  return (
    <>
      {failed && <ErrorNotice role="alert" error={failed} />}
      <Section title="Theme">
        <RadioGroup
          label="Theme"
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
              <RadioOption value={theme} label={name} />
            </div>
          ))}
        </RadioGroup>
      </Section>
      <Section title="Reading">
        <div className="divide-y divide-line rounded-3 border border-line bg-raised">
          <SettingRow title="Text size" help="Everything grows with it">
            <SelectField
              label="Text size"
              height="small"
              className="w-28"
              value={String(appearance.textSize)}
              options={[...new Set([...textSizes, appearance.textSize])]
                .toSorted((one, other) => one - other)
                .map((size) => ({ value: String(size), label: `${size} %` }))}
              onValue={(size) => set({ textSize: Number(size) })}
            />
          </SettingRow>
          <SettingRow title="Servers’ words in serif" help="Cannot be turned off: it is how you know who is speaking">
            <Lock size={15} strokeWidth={1.75} aria-hidden="true" className="text-text-3" />
          </SettingRow>
        </div>
      </Section>
      <Section title="Questions">
        <div className="divide-y divide-line rounded-3 border border-line bg-raised">
          <NotificationsRow />
        </div>
      </Section>
    </>
  )
}
