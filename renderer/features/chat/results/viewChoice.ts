import { useEffect } from 'react'
import { create } from 'zustand'
import type { CallId, ConversationId, PartId } from '../../../../shared/domain/ids'
import { useMarkedPlace } from '../../../state/markedPlace'

/** A view of a result. `prose` is the server's paper. */
export type ResultView = 'table' | 'tree' | 'text' | 'prose'

interface Choices {
  /** By call and text. */
  readonly choices: Readonly<Record<string, ResultView>>
  /** What is looked for in the result of a call, by a search of the conversation or of all of them. */
  readonly lookedFor: { readonly callId: CallId; readonly words: string } | undefined
}

const useChoices = create<Choices>(() => ({ choices: {}, lookedFor: undefined }))

export interface ViewChoice {
  /** Undefined: the person chose none. */
  readonly view: ResultView | undefined
  readonly choose: (view: ResultView) => void
  /** What is looked for in the result. It is found in the text. */
  readonly lookedFor: string | undefined
}

/** The view that a person chose for a text of a result. It is kept while the conversation is open. */
export function useViewChoice(callId: CallId, place: string | number): ViewChoice {
  const key = `${callId} ${place}`
  const view = useChoices(({ choices }) => choices[key])
  const lookedFor = useChoices((state) => (state.lookedFor?.callId === callId ? state.lookedFor.words : undefined))
  const choose = (next: ResultView): void => useChoices.setState(({ choices }) => ({ choices: { ...choices, [key]: next } }))
  return { view, choose, lookedFor }
}

/** Shows the text of a result where something is looked for in it: only rows in sight are drawn, so that the other views may not have it. */
export function useLookInResult(callId: CallId, partId: PartId | undefined): void {
  const words = useMarkedPlace(({ place }) => (place?.kind === 'result' && place.partId === partId ? place.words : undefined))
  useEffect(() => {
    if (words === undefined) return undefined
    useChoices.setState(({ choices }) => ({
      choices: Object.fromEntries(Object.entries(choices).filter(([key]) => !key.startsWith(`${callId} `))),
      lookedFor: { callId, words },
    }))
    return () => useChoices.setState(({ lookedFor }) => (lookedFor?.callId === callId ? { lookedFor: undefined } : {}))
  }, [callId, words])
}

/** Forgets the chosen views when another conversation is shown. */
export function useForgetViewChoices(conversationId: ConversationId): void {
  useEffect(() => () => useChoices.setState({ choices: {} }), [conversationId])
}
