import { beforeEach, expect, it } from 'vitest'
import { ConversationId } from '../../../../shared/domain/ids'
import { useNavigation } from '../../../state/navigation'
import { noteComposerText, noteSent } from '../../../state/typingActivity'
import { useInsertStore } from '../composer/insertStore'
import { putMessage } from './putMessage'

const [shown, other] = ['2', '3'].map((end) => ConversationId.parse(`00000000-0000-4000-8000-00000000000${end}`)) as [
  ConversationId,
  ConversationId,
]

beforeEach(() => {
  noteSent()
  useNavigation.setState({ ...useNavigation.getInitialState(), view: 'chat', conversationId: shown })
})

// Catches: an app that writes into what somebody is writing, or into the message of another conversation.
it('AH-39, L16: puts the text of an app only into an empty field of its own conversation that is in front', () => {
  expect(putMessage(other, 'no')).toBe(false)
  noteComposerText('mine')
  expect(putMessage(shown, 'no')).toBe(false)
  noteSent()
  expect([useInsertStore.getState().count, putMessage(shown, 'Hello'), useInsertStore.getState().text]).toEqual([0, true, 'Hello'])
  useNavigation.setState({ view: 'inbox' })
  expect(putMessage(shown, 'no')).toBe(false)
})
