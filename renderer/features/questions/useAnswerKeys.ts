import { useEffect } from 'react'

const TWICE_WITHIN_MS = 2000

/**
 * Ctrl or Cmd Shift D refuses. Ctrl or Cmd Shift Y allows when pressed twice: the first press focuses the allowing answer. A second press
 * within two seconds activates it. Neither does anything while the answers are disabled.
 */
export function useAnswerKeys(): void {
  useEffect(() => {
    let aimedAt = -Infinity
    const onKey = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || !event.shiftKey || event.altKey) return
      if (event.code !== 'KeyD' && event.code !== 'KeyY') return
      event.preventDefault()
      const button = document.querySelector<HTMLButtonElement>(
        `[role="dialog"] [data-answer="${event.code === 'KeyD' ? 'refuse' : 'allow'}"]:not(:disabled)`,
      )
      if (!button || event.repeat) return
      if (event.code === 'KeyD' || (document.activeElement === button && Date.now() - aimedAt < TWICE_WITHIN_MS)) return button.click()
      aimedAt = Date.now()
      button.focus()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
