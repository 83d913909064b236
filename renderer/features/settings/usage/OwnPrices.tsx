import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { ModelRef } from '../../../../shared/domain/ids'
import { isModelRef } from '../../../../shared/domain/idText'
import type { ModelPrice } from '../../../../shared/domain/models/modelProvider'
import { t, translator } from '../../../i18n/t'
import { callHost } from '../../../rpc/callHost'
import { useTopic } from '../../../rpc/useTopic'
import { Button } from '../../../ui/Button'
import { SafeName } from '../../../ui/SafeName'
import { ErrorNotice } from '../../../widgets/ErrorNotice'
import { useKnownModels } from '../../../widgets/models/useKnownModels'
import { useAsyncAction } from '../../../widgets/useAsyncAction'
import { SettingsSection } from '../SettingsSection'
import { modelLabels } from './modelLabels'
import { noonOf } from './month'
import { OwnPriceForm } from './OwnPriceForm'

/** Which list of prices Parley counts with, and the prices that the person set instead. */
export function OwnPrices() {
  const providers = useTopic('models', (models) => models.providers)
  const known = useKnownModels()
  const [setting, setSetting] = useState(false)
  // A price counts as long as it is set, also of a model that its provider does not list any more.
  const own = (providers ?? []).flatMap(({ id, prices = {} }) =>
    Object.entries(prices).flatMap(([name, price]) => {
      const ref = `${id}/${name}`
      return isModelRef(ref) ? [{ ref, price }] : []
    }),
  )
  const labels = modelLabels(
    own.map(({ ref }) => ref),
    providers ?? [],
  )
  return (
    <SettingsSection
      title={t('settings.usage.prices')}
      end={
        <Button size="small" aria-expanded={setting} onClick={() => setSetting(!setting)}>
          <Plus size={13} strokeWidth={1.75} aria-hidden="true" />
          {t('settings.usage.setPrice')}
        </Button>
      }
    >
      <p className="mb-2 text-12 text-text-2">
        {known && t('settings.usage.list', { date: translator().date(noonOf(known.asOf)) })} {t('settings.usage.own')}
      </p>
      {(setting || own.length > 0) && (
        <div className="divide-y divide-line rounded-3 border border-line bg-raised">
          {setting && <OwnPriceForm onDone={() => setSetting(false)} />}
          {own.map(({ ref, price }) => (
            <OwnPrice key={ref} model={ref} name={labels.get(ref) ?? ref} price={price} />
          ))}
        </div>
      )}
    </SettingsSection>
  )
}

interface OwnPriceProps {
  readonly model: ModelRef
  readonly name: string
  readonly price: ModelPrice
}

function OwnPrice({ model, name, price }: OwnPriceProps) {
  const { busy, failed, run } = useAsyncAction()
  const dollars = (amount: number): string => translator().number(amount, { maximumFractionDigits: 4 })
  const { input, output, cacheRead = input, cacheWrite = input } = price
  return (
    <div className="grid gap-2 px-4 py-2.5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 grow basis-48">
          <div translate="no" className="breakable font-label">
            <SafeName name={name} />
          </div>
          <div className="num text-12 text-text-3">
            {t('settings.usage.price', {
              input: dollars(input),
              cached: dollars(cacheRead),
              written: dollars(cacheWrite),
              output: dollars(output),
            })}
          </div>
        </div>
        <Button
          size="small"
          busy={busy}
          aria-label={t('settings.usage.removeOf', { model: name })}
          onClick={() => run(() => callHost('models.setPrice', { model, price: null }))}
        >
          {t('settings.usage.remove')}
        </Button>
      </div>
      {failed && <ErrorNotice role="alert" error={failed} />}
    </div>
  )
}
