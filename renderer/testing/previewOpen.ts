import type { FakeHost } from './fakeHost'
import { withApp } from './previewApps'
import { atWork } from './previewAtWork'
import { answered } from './previewConversation'
import { failed } from './previewFailures'
import { readable } from './previewReadable'

/** Answers what is asked when a conversation is opened: the one with that id, or the usual one. */
export function answerOpen(host: FakeHost): void {
  const all = [...failed, readable, atWork.conversation, withApp]
  host
    .answer('chat.open', ({ conversationId }) => ({ conversation: all.find(({ id }) => id === conversationId) ?? answered, seq: 0 }))
    .answer('files.ofDraft', ({ conversationId }) => (conversationId === atWork.conversation.id ? atWork.draft : []))
    .answer('files.saveDraft', () => undefined)
    .answer('files.read', ({ sha256 }) => atWork.read(sha256))
}
