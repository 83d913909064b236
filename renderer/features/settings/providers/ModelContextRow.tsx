import { useState } from 'react'
import type { ProviderView } from '../../../../shared/domain/models/modelProvider'
import { modelName } from '../../../../shared/domain/models/modelName'
import { t, translator } from '../../../i18n/t'
import { callHost } from '../../../rpc/callHost'
import { SelectField } from '../../../ui/form/SelectField'
import { ErrorNotice } from '../../../widgets/ErrorNotice'
import { useKnownModels } from '../../../widgets/models/useKnownModels'
import { ModelSelect } from '../../../widgets/ModelSelect'
import { useAsyncAction } from '../../../widgets/useAsyncAction'

const LENGTHS = [4_096, 8_192, 16_384, 32_768, 65_536, 131_072, 262_144]

/** Sets how much each model of Ollama takes in. */
export function ModelContextRow({ provider }: { readonly provider: ProviderView }) {
  const known = useKnownModels()
  const [picked, setPicked] = useState<string>()
  const { failed, run } = useAsyncAction()
  const ref = provider.models.find((model) => modelName(model) === picked) ?? provider.models[0]
  if (ref === undefined) return null
  const name = modelName(ref)
  const { context, mostContext = Infinity } = known?.models[ref] ?? {}
  const chosen = provider.context?.[name]
  const lengths = [...new Set([...LENGTHS, ...(chosen === undefined ? [] : [chosen])])].toSorted((one, other) => one - other)
  const usual = chosen === undefined && context !== undefined ? translator().number(context) : undefined
  return (
    <div className="grid gap-2 medium:ps-8">
      <div className="flex flex-wrap items-center gap-2">
        <div className="min-w-0 grow basis-48">
          <div className="font-label">{t('models.context')}</div>
          <div className="text-12 text-text-3">{t('settings.models.contextHelp')}</div>
        </div>
        {provider.models.length > 1 && (
          <ModelSelect
            label={t('models.modelOf', { name: provider.name })}
            models={provider.models.map(modelName)}
            value={name}
            onValue={setPicked}
          />
        )}
        <div className="ms-auto w-56 max-w-full">
          <SelectField
            label={t('settings.models.contextOf', { model: name })}
            height="small"
            value={chosen === undefined ? 'usual' : String(chosen)}
            options={[
              {
                value: 'usual',
                label: usual === undefined ? t('settings.models.contextUsual') : t('settings.models.contextUsualOf', { tokens: usual }),
              },
              ...lengths
                .filter((tokens) => tokens <= mostContext || tokens === chosen)
                .map((tokens) => ({ value: String(tokens), label: t('settings.models.tokens', { tokens: translator().number(tokens) }) })),
            ]}
            onValue={(value) => run(() => callHost('models.setContext', { model: ref, tokens: value === 'usual' ? null : Number(value) }))}
          />
        </div>
      </div>
      {failed && <ErrorNotice role="alert" error={failed} />}
    </div>
  )
}
