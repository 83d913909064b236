import type { ReactNode, Ref } from 'react'
import type { ProviderView } from '../../../shared/domain/models/modelProvider'
import type { AppError } from '../../../shared/errors/appError'
import { t } from '../../i18n/t'
import { useTopic } from '../../rpc/useTopic'
import { Field } from '../../ui/form/Field'
import { SecretField } from '../../ui/form/SecretField'
import { ErrorNotice } from '../ErrorNotice'
import { secretStorageSentence } from '../secretStorageLabel'

export interface NewKeyFormProps {
  readonly provider: ProviderView
  readonly value: string
  readonly onValue: (value: string) => void
  readonly onSubmit: () => void
  readonly field?: Ref<HTMLInputElement>
  readonly readOnly?: boolean
  /** What is wrong with the key, at its field. */
  readonly refused?: ReactNode
  /** More about it, in words that are not Parley's. */
  readonly quote?: ReactNode
  /** Why the key could not be kept. */
  readonly failed: AppError | undefined
  /** The buttons. */
  readonly children: ReactNode
}

/** The field for another key of a provider, with where it is kept, and the buttons of whoever takes it. */
export function NewKeyForm(props: NewKeyFormProps) {
  const { provider, value, onValue, onSubmit, field, readOnly = false, refused, quote, failed, children } = props
  const kept = useTopic('app', (app) => app.secretsKept)
  return (
    <form
      className="grid grid-cols-[minmax(0,1fr)] gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <Field
        layout="stack"
        label={t('models.newKey', { provider: provider.name })}
        help={secretStorageSentence(kept)}
        {...(refused !== undefined && { error: refused })}
      >
        {(control) => <SecretField {...control} ref={field} value={value} readOnly={readOnly} onValue={onValue} />}
      </Field>
      {quote}
      {failed && <ErrorNotice role="alert" error={failed} />}
      <div className="flex flex-wrap gap-1.5">{children}</div>
    </form>
  )
}
