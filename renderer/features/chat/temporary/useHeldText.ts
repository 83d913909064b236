import { useEffect, useEffectEvent } from 'react'
import { joinTexts } from '../../../../shared/domain/queue/draftText'
import type { ConversationId } from '../../../../shared/domain/ids'
import type { AppError } from '../../../../shared/errors/appError'
import { callHost } from '../../../rpc/callHost'
import { takeHeld } from '../../../state/temporaryChat'
import { noteSent } from '../../../state/typingActivity'
import { clearChatError, showChatError } from '../chatErrors'

interface ComposerParts {
  readonly conversationId: ConversationId | undefined
  /** Why no message can be sent now. */
  readonly refusal: AppError | undefined
  /** What stands in the field. */
  readonly current: { readonly current: string }
  readonly setText: (text: string) => void
  readonly setSending: (sending: boolean) => void
}

/**
 * Takes over what was typed before the field of a temporary chat was there: saves what stands in the field, and sends the messages that were
 * sent meanwhile, once and in their order. What could not be sent returns to the field, before what stands in it by then.
 */
export function useHeldText({ conversationId, refusal, current, setText, setSending }: ComposerParts): void {
  const takeOver = useEffectEvent(async (id: ConversationId): Promise<void> => {
    const { toSend, text } = takeHeld(id)
    if (text !== '') setText(current.current)
    if (toSend.length === 0) return
    setSending(true)
    clearChatError()
    const waiting = [...toSend]
    try {
      if (refusal) throw refusal
      for (let sent = false; waiting[0] !== undefined; sent = true) {
        // The second one finds the answer to the first one running.
        await callHost(sent ? 'chat.queue' : 'chat.send', { conversationId: id, text: waiting[0] })
        waiting.shift()
      }
      if (current.current.trim() === '') noteSent()
    } catch (thrown) {
      setText(joinTexts([...waiting, current.current]))
      showChatError(id)(thrown)
    } finally {
      setSending(false)
    }
  })
  useEffect(() => {
    if (conversationId !== undefined) void takeOver(conversationId)
  }, [conversationId])
}
