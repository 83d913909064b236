import { useEffect, useRef } from 'react'
import { create } from 'zustand'
import type { CallId, ConversationId, PartId } from '../../../../shared/domain/ids'
import type { ToolResult } from '../../../../shared/domain/toolResult'
import { useMarkedPlace } from '../../../state/markedPlace'
import { lookInResult, type LookedFor, type LookIn } from './lookInResult'
import type { ShownDocument } from './shownDocument'

/** A view of a result. `prose` is the server's paper. */
export type ResultView = 'table' | 'tree' | 'text' | 'prose'

interface Choices {
  /** By call and text. */
  readonly choices: Readonly<Record<string, ResultView>>
  /** What a search of one or all conversations was last looking for in the results of calls. It stays when the marks of the search end. */
  readonly lookedFor: Readonly<Record<CallId, LookIn>>
}

const useChoices = create<Choices>(() => ({ choices: {}, lookedFor: {} }))

export interface ViewChoice {
  /** Undefined: the person chose none. */
  readonly view: ResultView | undefined
  readonly choose: (view: ResultView) => void
  /** What is looked for in this text. */
  readonly lookedFor: LookedFor | undefined
}

/** The view that a person chose for a text of a result. It is kept while the conversation is open. */
export function useViewChoice({ callId, facts: { place }, block }: ShownDocument): ViewChoice {
  const key = `${callId} ${place}`
  const view = useChoices(({ choices }) => choices[key])
  const lookedFor = useChoices((state) => {
    const look = state.lookedFor[callId]
    if (!look || place === 'texts' || look.block === undefined) return look?.inAll
    return look.block === block ? look.inBlock : undefined
  })
  const choose = (next: ResultView): void =>
    useChoices.setState((state) => ({ choices: { ...state.choices, [key]: next }, lookedFor: without(state.lookedFor, callId) }))
  return { view, choose, lookedFor }
}

/** Shows the text of a result where something is looked for in it: only rows in sight are drawn, so that the other views may not have it. */
export function useLookInResult(callId: CallId, partId: PartId | undefined, result: ToolResult | undefined): void {
  const marked = useMarkedPlace(({ place }) => (place?.kind === 'result' && place.partId === partId ? place : undefined))
  const taken = useRef<typeof marked>(undefined)
  useEffect(() => {
    // Once: whoever chooses another view then keeps it.
    if (!marked || !result || taken.current === marked) return
    taken.current = marked
    useChoices.setState(({ choices, lookedFor }) => ({
      choices: Object.fromEntries(Object.entries(choices).filter(([key]) => !key.startsWith(`${callId} `))),
      lookedFor: { ...lookedFor, [callId]: lookInResult(result, marked) },
    }))
  }, [callId, marked, result])
}

function without(lookedFor: Choices['lookedFor'], callId: CallId): Choices['lookedFor'] {
  return Object.fromEntries(Object.entries(lookedFor).filter(([other]) => other !== callId))
}

/** Forgets the chosen views when another conversation is shown. */
export function useForgetViewChoices(conversationId: ConversationId): void {
  useEffect(() => () => useChoices.setState({ choices: {}, lookedFor: {} }), [conversationId])
}
