import { useEffect } from 'react'
import { t } from '../../../i18n/t'
import { QuestionRow } from '../../../widgets/QuestionRow'
import { StatusLabel } from '../../../ui/StatusLabel'

const CLOSES_AFTER_MS = 1200

/** Says that the sign-in is done, and closes by itself. */
export function SignInDone({ onClose }: { readonly onClose: () => void }) {
  useEffect(() => {
    const timer = setTimeout(onClose, CLOSES_AFTER_MS)
    return () => clearTimeout(timer)
  })
  return (
    <QuestionRow>
      <div role="status">
        <StatusLabel shape="done" word={t('signIn.done')} />
      </div>
    </QuestionRow>
  )
}
