import { t } from '../../i18n/t'
import type { AppFacts } from '../../state/appFacts'
import { SelectField } from '../../ui/form/SelectField'

/** The widths of a corner, of a phone and of a narrow window, in CSS pixels. */
const widths = ['280', '360', '480'] as const
const real = 'real'

/** What whoever writes an app can pretend: another theme, a narrow place, and another way of its call, for which the app starts anew. */
export function AppSimulationRow({ simulation, simulate }: Pick<AppFacts, 'simulation' | 'simulate'>) {
  const { theme, width, call } = simulation
  return (
    <div role="group" aria-label={t('traffic.app.simulate')} className="flex flex-wrap gap-1.5">
      <SelectField
        height="small"
        className="w-52"
        label={t('traffic.app.simulate.theme')}
        value={theme ?? real}
        options={[
          { value: real, label: t('traffic.app.simulate.theme.real') },
          { value: 'light', label: t('traffic.app.simulate.theme.light') },
          { value: 'dark', label: t('traffic.app.simulate.theme.dark') },
        ]}
        onValue={(value) => simulate({ ...simulation, theme: value === real ? undefined : value })}
      />
      <SelectField
        height="small"
        className="w-52"
        label={t('traffic.app.simulate.width')}
        value={widths.find((one) => Number(one) === width) ?? real}
        options={[
          { value: real, label: t('traffic.app.simulate.width.real') },
          ...widths.map((one) => ({ value: one, label: t('traffic.app.simulate.width.pixels', { width: Number(one) }) })),
        ]}
        onValue={(value) => simulate({ ...simulation, width: value === real ? undefined : Number(value) })}
      />
      <SelectField
        height="small"
        className="w-52"
        label={t('traffic.app.simulate.call')}
        value={call ?? real}
        options={[
          { value: real, label: t('traffic.app.simulate.call.real') },
          { value: 'slow', label: t('traffic.app.simulate.call.slow') },
          { value: 'cutOff', label: t('traffic.app.simulate.call.cutOff') },
        ]}
        onValue={(value) => simulate({ ...simulation, call: value === real ? undefined : value })}
      />
    </div>
  )
}
