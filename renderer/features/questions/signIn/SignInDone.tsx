import { useEffect } from 'react'
import { t } from '../../../i18n/t'
import { LabelledRow } from '../../../widgets/LabelledRow'
import { StatusLabel } from '../../../ui/StatusLabel'

const CLOSES_AFTER_MS = 1200

/** Says that the sign-in is done, and closes by itself. */
export function SignInDone({ onClose }: { readonly onClose: () => void }) {
  useEffect(() => {
    const timer = setTimeout(onClose, CLOSES_AFTER_MS)
    return () => clearTimeout(timer)
  })
  return (
    <LabelledRow>
      <div role="status">
        <StatusLabel shape="done" word={t('signIn.done')} />
      </div>
    </LabelledRow>
  )
}
