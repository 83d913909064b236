import type { KeyboardEvent } from 'react'

/** For an allowing answer: Enter never allows, but Space does. */
export function preventEnterActivation(event: KeyboardEvent): void {
  if (event.key === 'Enter') event.preventDefault()
}
