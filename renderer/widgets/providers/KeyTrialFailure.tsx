import type { AppErrorData } from '../../../shared/errors/appError'
import { t } from '../../i18n/t'
import { FieldRefusal } from './FieldRefusal'
import { failedTrial } from './keyRefusal'

/** Says at the field of a key why it failed when it was tried, or that it could not be tried. */
export function KeyTrialFailure({ error }: { readonly error: AppErrorData }) {
  return (
    <span role="alert">
      {failedTrial(error) === 'untried' && `${t('models.keyUntried')} `}
      <FieldRefusal error={error} />
    </span>
  )
}
