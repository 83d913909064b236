import { useState } from 'react'
import type { ModelRef } from '../../../shared/domain/ids'
import type { ServerDefinition } from '../../../shared/domain/server'
import { callHost } from '../../rpc/callHost'
import { useTopic } from '../../rpc/useTopic'
import { Checkbox } from '../../ui/form/Checkbox'
import { ErrorNotice } from '../../widgets/ErrorNotice'
import { Field } from '../../ui/form/Field'
import { NumberField } from '../../ui/form/NumberField'
import { SafeText } from '../../ui/SafeText'
import { UsageMeter } from '../../widgets/UsageMeter'
import { useAttempt } from '../../widgets/useAttempt'
import { formatCount } from '../../ui/format/relativeTime'

/** What a server may spend of the user's models in a day, which of them, and what it has spent today. */
export function SamplingSection({ server }: { readonly server: ServerDefinition }) {
  const { failed, run } = useAttempt()
  const spend = useTopic('sampling.usage', (all) => all[server.id])
  const limits = server.samplingLimits
  const save = (change: Partial<ServerDefinition['samplingLimits']>): void =>
    run(() => callHost('servers.setSamplingLimits', { serverId: server.id, limits: { ...limits, ...change } }))
  return (
    <section aria-label="What it may spend">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-14 font-title">What it may spend</h3>
        {spend && (
          <span className="flex flex-wrap items-center gap-x-3 text-12 text-text-2">
            <span className="num">
              {spend.calls} of {formatCount(spend.callsPerDay, 'answer')} today
            </span>
            <UsageMeter spend={spend} />
          </span>
        )}
      </div>
      <div className="grid gap-3 rounded-3 border border-line bg-raised px-4 py-3">
        {failed && <ErrorNotice error={failed} />}
        {spend?.off !== undefined && (
          <p className="font-label">
            <SafeText text={spend.off} />
          </p>
        )}
        <DailyField label="Answers a day" value={limits.callsPerDay} onSave={(callsPerDay) => save({ callsPerDay })} />
        <DailyField
          label="Tokens a day"
          value={limits.tokensPerDay}
          help="In and out together, as your provider counts them; where it does not, Parley estimates. A new day begins at midnight."
          onSave={(tokensPerDay) => save({ tokensPerDay })}
        />
        {spend && (spend.callsPerDay < limits.callsPerDay || spend.tokensPerDay < limits.tokensPerDay) && (
          <p className="text-12 text-text-3">
            The policy of this computer allows {formatCount(spend.callsPerDay, 'answer')} and {formatCount(spend.tokensPerDay, 'token')} a
            day at the most.
          </p>
        )}
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

/** A number that is kept when the field is left, or with Enter. */
function DailyField({ label, value, help, onSave }: DailyFieldProps) {
  const [typed, setTyped] = useState<string>()
  const [error, setError] = useState<string>()
  const leave = (): void => {
    if (typed === undefined) return
    const number = Number(typed.replaceAll(/[,\s]/g, ''))
    if (!Number.isSafeInteger(number) || number < 1) return setError('Needs a whole number from 1')
    setError(undefined)
    setTyped(undefined)
    if (number !== value) onSave(number)
  }
  return (
    <Field label={label} error={error} {...(help !== undefined && { help })}>
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

/** Which of the user's models it may use. A model that is named here may be proposed on the server's word, however dear it seems. */
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
      <legend className="mb-1.5 text-12 text-text-3">Models that it may use</legend>
      <Checkbox
        label="All of mine"
        checked={chosen === undefined}
        help="Then a server’s wish never leads to a model that seems dearer than your own choice. You can still pick one each time."
        onChecked={(all) => onChosen(all ? undefined : mine)}
      />
      {chosen !== undefined &&
        mine.map((model) => <Checkbox key={model} label={model} checked={chosen.includes(model)} onChecked={(isOn) => put(model, isOn)} />)}
    </fieldset>
  )
}
