import { useState } from 'react'
import type { Call } from '../../../../shared/domain/chat'
import type { CallApprovalsProps } from '../../../widgets/calls/CallApprovals'
import { ErrorBoundary } from '../../../widgets/ErrorBoundary'
import { OneCallCard } from './OneCallCard'
import { SeveralCallsCard } from './SeveralCallsCard'
import { callOf, useCardLines } from './useCardLines'

/**
 * Calls as rows. Those that a card asks about have the card in their place: one, however many they are. When it goes, they stand where it stood, so
 * that the rows around it stay as they are.
 */
export function ApprovalsInConversation({ calls, rows }: CallApprovalsProps) {
  const { lines, ...denials } = useCardLines(calls)
  const isOnCard = ({ id }: Call): boolean => lines.some(({ question }) => callOf(question) === id)
  const [asked, setAsked] = useState<readonly Call['id'][]>([])
  const added = calls.filter((call) => isOnCard(call) && !asked.includes(call.id))
  if (added.length > 0) setAsked([...asked, ...added.map(({ id }) => id)])
  const wasAsked = ({ id }: Call): boolean => asked.includes(id)
  const first = calls.findIndex(wasAsked)
  const before = first < 0 ? calls : calls.slice(0, first)
  const answered = calls.filter((call) => wasAsked(call) && !isOnCard(call))
  const after = first < 0 ? [] : calls.slice(first).filter((call) => !wasAsked(call))
  const [one, ...others] = lines
  return (
    <>
      {before.length > 0 && rows(before)}
      {one && (
        // The bar asks what a card cannot.
        <ErrorBoundary key={one.question.id} fallback={() => rows(calls.filter(isOnCard))}>
          {others.length === 0 ? <OneCallCard question={one.question} /> : <SeveralCallsCard lines={lines} {...denials} />}
        </ErrorBoundary>
      )}
      {answered.length > 0 && rows(answered)}
      {after.length > 0 && rows(after)}
    </>
  )
}
