import { useEffect } from 'react'
import { useTopic } from '../rpc/useTopic'
import { t } from '../i18n/t'

/** Shows the number of waiting questions in the window's title. The title never contains text of a server or a model. */
export function useTitleCount(): void {
  const waiting = useTopic('questions', (questions) => questions.open.length) ?? 0
  useEffect(() => {
    document.title = waiting > 0 ? t('layout.title', { count: waiting }) : 'Parley'
  }, [waiting])
}
