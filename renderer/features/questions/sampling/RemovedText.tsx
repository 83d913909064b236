import { useMemo } from 'react'
import { t } from '../../../messages/t'
import { SafeText } from '../../../ui/SafeText'
import { findRemovedText } from './findRemovedText'

/** What a person took out of an answer, struck through. */
export function RemovedText({ before, after }: { readonly before: string; readonly after: string }) {
  const removed = useMemo(() => findRemovedText(before, after), [before, after])
  if (removed.length === 0) return null
  return (
    <p className="breakable max-h-24 overflow-y-auto pt-1.5 text-12 text-text-3">
      {t('sampling.removedByYou')}{' '}
      {removed.map((words, index) => (
        <del key={index} className="me-2">
          <SafeText text={words} />
        </del>
      ))}
    </p>
  )
}
