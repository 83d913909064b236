import type { ChatMessage } from '../../shared/domain/chat'
import type { VolatileNeeds } from './fillVariables'

/**
 * Pure: what the model is told of the moment of each thing that the person said, to stand at its end: "today is Sunday, 29 November 2026." The day
 * is told where it is another one than before, or each time if instructions ask for it; the time if they do. It follows from when the messages
 * were made, which is kept with them, and so never changes: a request begins as the one before it. What is answered on a later day is told of
 * the day of that answer.
 */
export function momentsTold(
  messages: readonly ChatMessage[],
  needs: VolatileNeeds = { date: false, time: false },
): ReadonlyMap<ChatMessage, string> {
  const told = new Map<ChatMessage, string>()
  let before = ''
  for (const [index, message] of messages.entries()) {
    const next = messages[index + 1]
    // What follows directly is one message for the model: a prompt, and what the person says to it.
    if (message.role !== 'user' || next?.role === 'user') continue
    const isLate = next !== undefined && dayOf(next.created) !== dayOf(message.created)
    const at = isLate ? next.created : message.created
    const day = dayOf(at)
    const saysDay = needs.date || day !== before
    const said = [...(saysDay ? [`today is ${day}`] : []), ...(needs.time ? [`it is ${timeOf(at)}`] : [])]
    if (said.length > 0) told.set(message, `${said.join(', ')}.`)
    before = day
  }
  return told
}

/** Pure: "Sunday, 29 November 2026", where the person is. `at` is in milliseconds since 1970. */
export function dayOf(at: number): string {
  return new Date(at).toLocaleDateString('en-GB', { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
}

/** Pure: "17:05", where the person is. */
function timeOf(at: number): string {
  return new Date(at).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
}
