import { useEffect } from 'react'
import { create } from 'zustand'
import type { ConversationId } from '../../../../shared/domain/ids'

/** A view of a result. `prose` is the server's paper. */
export type ResultView = 'table' | 'tree' | 'text' | 'prose'

const useChoices = create<{ readonly choices: Readonly<Record<string, ResultView>> }>(() => ({ choices: {} }))

/** The view that a person chose for a text of a result, and how it is chosen. It is kept while the conversation is open. */
export function useViewChoice(key: string): readonly [ResultView | undefined, (view: ResultView) => void] {
  const choice = useChoices(({ choices }) => choices[key])
  return [choice, (view) => useChoices.setState(({ choices }) => ({ choices: { ...choices, [key]: view } }))]
}

/** Forgets the chosen views when another conversation is shown. */
export function useForgetViewChoices(conversationId: ConversationId): void {
  useEffect(() => () => useChoices.setState({ choices: {} }), [conversationId])
}
