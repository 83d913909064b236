import { useState } from 'react'
import type { ModelRef } from '../../../shared/domain/ids'
import type { ServerConfig } from '../../../shared/domain/server'
import { t, translator } from '../../i18n/t'
import { callHost } from '../../rpc/callHost'
import { useTopic } from '../../rpc/useTopic'
import { Checkbox } from '../../ui/form/Checkbox'
import { ErrorNotice } from '../../widgets/ErrorNotice'
import { Field } from '../../ui/form/Field'
import { NumberField } from '../../ui/form/NumberField'
import { SamplingUsageMeter } from '../../widgets/SamplingUsageMeter'
import { useAsyncAction } from '../../widgets/useAsyncAction'

/** Shows a server's daily limits for the user's models, which models it may use, and today's usage. */
export function SamplingSection({ server }: { readonly server: ServerConfig }) {
  const { failed, run } = useAsyncAction()
  const spend = useTopic('sampling.usage', (all) => all[server.id])
  const limits = server.samplingLimits
  const save = (change: Partial<ServerConfig['samplingLimits']>): void =>
    run(() => callHost('servers.setSamplingLimits', { serverId: server.id, limits: { ...limits, ...change } }))
  return (
    <section aria-label={t('sampling.maySpend')}>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-14 font-title">{t('sampling.maySpend')}</h3>
        {spend && (
          <span className="flex flex-wrap items-center gap-x-3 text-12 text-text-2">
            <span className="num">{t('sampling.answersToday', { calls: spend.calls, count: spend.callsPerDay })}</span>
            <SamplingUsageMeter spend={spend} />
          </span>
        )}
      </div>
      <div className="grid gap-3 rounded-3 border border-line bg-raised px-4 py-3">
        {failed && <ErrorNotice error={failed} />}
        {spend?.off !== undefined && <p className="font-label">{translator().message(spend.off)}</p>}
        <DailyField label={t('sampling.answersADay')} value={limits.callsPerDay} onSave={(callsPerDay) => save({ callsPerDay })} />
        <DailyField
          label={t('sampling.tokensADay')}
          value={limits.tokensPerDay}
          help={t('sampling.tokensADay.help')}
          onSave={(tokensPerDay) => save({ tokensPerDay })}
        />
        {spend?.policyCaps?.map((cap, index) => (
          <p key={index} className="text-12 text-text-3">
            {translator().message(cap)}
          </p>
        ))}
        <AllowedModels chosen={limits.models} onChosen={(models) => save(models ? { models: [...models] } : { models: undefined })} />
      </div>
    </section>
  )
}

interface DailyFieldProps {
  readonly label: string
  readonly value: number
  readonly help?: string
  readonly onSave: (value: number) => void
}

/** A number that is saved when the person leaves the field or presses Enter. */
function DailyField({ label, value, help, onSave }: DailyFieldProps) {
  const [typed, setTyped] = useState<string>()
  const [isWrong, setIsWrong] = useState(false)
  const leave = (): void => {
    if (typed === undefined) return
    const number = Number(typed.replaceAll(/[,\s]/g, ''))
    if (!Number.isSafeInteger(number) || number < 1) return setIsWrong(true)
    setIsWrong(false)
    setTyped(undefined)
    if (number !== value) onSave(number)
  }
  return (
    <Field label={label} error={isWrong ? t('sampling.needsNumber') : undefined} {...(help !== undefined && { help })}>
      {(control) => (
        <div className="w-32">
          <NumberField
            {...control}
            value={typed ?? String(value)}
            onValue={setTyped}
            onBlur={leave}
            onKeyDown={(event) => {
              if (event.key === 'Enter') leave()
            }}
          />
        </div>
      )}
    </Field>
  )
}

/**
 * Chooses which of the user's models the server may use. For these, the server's preference is enough, however expensive the model seems.
 */
function AllowedModels({
  chosen,
  onChosen,
}: {
  readonly chosen: readonly ModelRef[] | undefined
  readonly onChosen: (models: readonly ModelRef[] | undefined) => void
}) {
  const mine = useTopic('models', ({ providers }) => providers.flatMap((provider) => provider.models)) ?? []
  if (mine.length === 0) return null
  const put = (model: ModelRef, isOn: boolean): void => {
    const next = mine.filter((each) => (each === model ? isOn : (chosen?.includes(each) ?? true)))
    if (next.length > 0) onChosen(next)
  }
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 text-12 text-text-3">{t('sampling.mayUse')}</legend>
      <Checkbox
        label={t('sampling.allOfMine')}
        checked={chosen === undefined}
        help={t('sampling.allOfMine.help')}
        onChecked={(all) => onChosen(all ? undefined : mine)}
      />
      {chosen !== undefined &&
        mine.map((model) => (
          <Checkbox key={model} data label={model} checked={chosen.includes(model)} onChecked={(isOn) => put(model, isOn)} />
        ))}
    </fieldset>
  )
}
