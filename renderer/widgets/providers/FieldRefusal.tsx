import type { AppErrorData } from '../../../shared/errors/appError'
import { errorTitle, translateError } from '../../i18n/translateError'
import { SafeText } from '../../ui/SafeText'
import type { CheckState } from '../useEndpointCheck'

/** Pure: returns why what was typed cannot be asked at all. That is said at its field. Undefined when it was asked. */
export function refusalAtField(state: CheckState): AppErrorData | undefined {
  if (state.step !== 'answered' || state.check.ok) return undefined
  return state.check.error.code === 'INVALID_INPUT' ? state.check.error : undefined
}

/** Says at a field what is wrong with what was typed, and how it is right. */
export function FieldRefusal({ error }: { readonly error: AppErrorData }) {
  const { hint } = translateError(error)
  return (
    <>
      <SafeText own text={errorTitle(error)} /> {hint !== undefined && <SafeText own text={hint} />}
    </>
  )
}
