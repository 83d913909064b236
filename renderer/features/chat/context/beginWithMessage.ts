import type { ChosenAccounts } from '../../../../shared/domain/chat'
import type { ConversationId, ModelRef, ProjectId } from '../../../../shared/domain/ids'
import { serverIdOf } from '../../../../shared/domain/idText'
import { callHost } from '../../../rpc/callHost'
import { attachTo } from '../../../state/draftAttachments'
import { showChat } from '../../../state/navigation'
import { showChatError } from '../chatErrors'
import type { Asked } from './askedAgain'

export interface BeginWithMessage {
  /** Where it was asked, and where a failure is shown. */
  readonly conversationId: ConversationId
  readonly asked: Asked
  readonly model: ModelRef | undefined
  readonly chosenAccounts: ChosenAccounts | undefined
  readonly project: ProjectId | undefined
  /** What is said in a temporary chat stays in one. */
  readonly temporary: boolean
}

/** Begins a new conversation with the same settings, in whose field stands what the person asked here, with its files and attachments, to be sent or changed. */
export function beginWithMessage(what: BeginWithMessage): void {
  begin(what).catch(showChatError(what.conversationId))
}

async function begin({ conversationId: from, asked, model, chosenAccounts = {}, project, temporary }: BeginWithMessage): Promise<void> {
  const { conversationId } = await callHost('chat.create', {
    settingsOf: from,
    ...(model && { model }),
    ...(temporary ? { temporary } : { projectId: project }),
  })
  for (const [server, accountId] of Object.entries(chosenAccounts)) {
    await callHost('chat.chooseAccount', { conversationId, serverId: serverIdOf(server), accountId })
  }
  await callHost('chat.saveDraft', { conversationId, draft: asked.text })
  const files = asked.files.map(({ sha256, name }) => ({ sha256, name }))
  // Those of the project were attached, or taken away, when it was asked.
  if (files.length > 0 || project !== undefined) await callHost('files.saveDraft', { conversationId, files })
  for (const one of asked.attached) attachTo(conversationId, one)
  showChat(conversationId)
}
