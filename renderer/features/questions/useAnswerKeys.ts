import { useEffect, useRef } from 'react'

const TWICE_WITHIN_MS = 2000

/**
 * Ctrl or Cmd Shift D refuses. Ctrl or Cmd Shift Y allows when pressed twice: the first press focuses the allowing answer. A second press
 * within two seconds activates it. Neither does anything while the answers are disabled.
 * @param find the enabled answer that a key is about: null where there is none, undefined where the key is not for this question
 */
export function useAnswerKeys(find: (answer: 'refuse' | 'allow') => HTMLButtonElement | null | undefined = inDialog): void {
  const aimedAt = useRef(-Infinity)
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || !event.shiftKey || event.altKey) return
      if (event.code !== 'KeyD' && event.code !== 'KeyY') return
      const button = find(event.code === 'KeyD' ? 'refuse' : 'allow')
      if (button !== undefined) event.preventDefault()
      if (!button || event.repeat) return
      if (event.code === 'KeyD' || (document.activeElement === button && Date.now() - aimedAt.current < TWICE_WITHIN_MS))
        return button.click()
      aimedAt.current = Date.now()
      button.focus()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [find])
}

function inDialog(answer: 'refuse' | 'allow'): HTMLButtonElement | null {
  return document.querySelector(`[role="dialog"] [data-answer="${answer}"]:not(:disabled)`)
}
