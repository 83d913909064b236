import { useEffect } from 'react'
import { t } from '../../../messages/t'
import { QuestionRow } from '../../../widgets/QuestionRow'
import { StatusLabel } from '../../../ui/StatusLabel'

const CLOSES_AFTER_MS = 1200

/** The sign-in is done: it says so, and goes away by itself. */
export function SignedIn({ onClose }: { readonly onClose: () => void }) {
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
