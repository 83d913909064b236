import type { ReactNode } from 'react'
import { t } from '../messages/t'
import { Button } from '../ui/Button'
import { EndpointCheckResult } from './EndpointCheckResult'
import { ErrorNotice } from './ErrorNotice'
import { ModelSelect } from './ModelSelect'
import { useAttempt } from './useAttempt'
import type { CheckState } from './useModelCheck'

export interface ModelFormProps {
  /** The fields that say where the models are. */
  readonly children: ReactNode
  /** What came of asking there. */
  readonly check: CheckState
  /** Where no models were listed: a field for the name of one. */
  readonly byHand?: ReactNode
  /** Something can be used: the button is there. */
  readonly offered: boolean
  /** Models to choose from; undefined where none were listed. */
  readonly models: readonly string[] | undefined
  readonly model: string | undefined
  readonly onModel: (model: string) => void
  /** Keeps the model, and says so when that is done. */
  readonly use: (model: string) => Promise<void>
}

/** The form of a provider that is being added: its fields, what answers there, and the model that is used from then on. */
export function ModelForm({ children, check, byHand, offered, models, model, onModel, use }: ModelFormProps) {
  const { busy, failed, run } = useAttempt()
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
