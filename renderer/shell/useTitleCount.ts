import { useEffect } from 'react'
import { useTopic } from '../rpc/useTopic'
import { t } from '../messages/t'

/** Says in the window's title how many questions wait. Nothing that a server or model wrote ever stands there. */
export function useTitleCount(): void {
  const waiting = useTopic('questions', (questions) => questions.open.length) ?? 0
  useEffect(() => {
    document.title = waiting > 0 ? t('shell.title', { count: waiting }) : 'Parley'
  }, [waiting])
}
