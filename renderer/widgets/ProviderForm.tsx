import type { ReactNode } from 'react'
import { t } from '../i18n/t'
import { Button } from '../ui/Button'
import { EndpointCheckResult } from './EndpointCheckResult'
import { ErrorNotice } from './ErrorNotice'
import { ModelSelect } from './ModelSelect'
import { useAsyncAction } from './useAsyncAction'
import type { CheckState } from './useEndpointCheck'

export interface ProviderFormProps {
  /** The fields for the address or key of the provider. */
  readonly children: ReactNode
  /** The result of asking the provider. */
  readonly check: CheckState
  /** A field for the model's name, when the provider lists no models. */
  readonly byHand?: ReactNode
  /** Whether there is a model to use. The button is shown then. */
  readonly offered: boolean
  /** The models to choose from. Undefined when the provider lists none. */
  readonly models: readonly string[] | undefined
  readonly model: string | undefined
  readonly onModel: (model: string) => void
  /** Saves the model. Resolves when that is done. */
  readonly use: (model: string) => Promise<void>
}

/** The form for a new provider: its fields, the result of the check, and the model to use from then on. */
export function ProviderForm({ children, check, byHand, offered, models, model, onModel, use }: ProviderFormProps) {
  const { busy, failed, run } = useAsyncAction()
  return (
    <form
      className="grid grid-cols-[minmax(0,1fr)] gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (offered && model !== undefined) run(() => use(model))
      }}
    >
      {children}
      <EndpointCheckResult state={check} />
      {byHand}
      {failed && <ErrorNotice role="alert" error={failed} />}
      {offered && (
        <div className="flex flex-wrap items-center justify-end gap-2">
          {models && <ModelSelect label={t('models.which')} models={models} value={model} onValue={onModel} />}
          <Button look="ink" type="submit" busy={busy} disabled={model === undefined}>
            {model === undefined ? t('models.useIt') : t('models.use', { model })}
          </Button>
        </div>
      )}
    </form>
  )
}
