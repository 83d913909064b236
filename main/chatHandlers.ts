import type { CallId, ConversationId } from '../shared/domain/ids'
import type { Owners } from './handlers'
import type { Handlers } from './rpc/dispatch'

type ChatOwners = Pick<
  Owners,
  | 'attachments'
  | 'contextMeter'
  | 'conversationBrancher'
  | 'conversationCommands'
  | 'conversationSettings'
  | 'queueCommands'
  | 'retries'
  | 'summaryWriter'
  | 'turns'
>

/** Maps the calls about one conversation to the owners of it: those of temporary conversations, or those of all others. */
export function chatHandlers(owners: Owners): Pick<Handlers, Extract<keyof Handlers, `chat.${string}`>> {
  const { conversationCommands: commands, files, previews, temporaryChat } = owners
  const { temporaryConversations: temporary } = temporaryChat
  const of = (conversationId: ConversationId): ChatOwners => (temporary.has(conversationId) ? temporaryChat : owners)
  /** A policy may have come since the conversation began: then it can be read, kept and closed, but nothing is added. */
  const toGoOn = (conversationId: ConversationId): ChatOwners => {
    if (temporary.has(conversationId)) temporary.requireAllowed()
    return of(conversationId)
  }
  const ofCall = (callId: CallId): ChatOwners => (temporary.hasCall(callId) ? temporaryChat : owners)
  return {
    'chat.create': async ({ model, temporary: isTemporary = false, projectId, settingsOf }) => {
      const settings = settingsOf && of(settingsOf).conversationSettings.own(settingsOf)
      const created = isTemporary ? temporary.create(model, projectId) : commands.create(model, projectId)
      if (settings) of(created.conversationId).conversationSettings.begin(created.conversationId, settings)
      return created
    },
    'chat.keep': async ({ conversationId }) => temporary.keep(conversationId),
    'chat.closeTemporary': ({ conversationId }) => temporary.close(conversationId),
    'chat.open': async ({ conversationId }) => of(conversationId).conversationCommands.open(conversationId),
    'chat.earlier': async ({ conversationId, before }) => of(conversationId).conversationCommands.earlier(conversationId, before),
    'chat.send': async ({ conversationId, text, attachments: attached = [], files: sent = [], apps }, signal) => {
      const { attachments, conversationCommands, turns } = toGoOn(conversationId)
      turns.send(
        conversationId,
        text,
        await attachments.readAll(conversationCommands.withAccounts(conversationId, attached), { files: sent, apps }, signal),
      )
      files.takeFromDraft(conversationId, sent)
    },
    'chat.queue': async ({ conversationId, text, attachments: attached = [], files: sent = [], apps, steers = false }, signal) => {
      const { attachments, conversationCommands, queueCommands } = toGoOn(conversationId)
      const input = {
        text,
        attached: await attachments.readAll(conversationCommands.withAccounts(conversationId, attached), { files: sent, apps }, signal),
      }
      queueCommands.add(conversationId, input, steers)
      files.takeFromDraft(conversationId, sent)
    },
    'chat.steer': async ({ conversationId, queuedId }) => of(conversationId).queueCommands.steer(conversationId, queuedId),
    'chat.editQueued': async ({ conversationId, queuedId }) => of(conversationId).queueCommands.takeBack(conversationId, queuedId),
    'chat.removeQueued': async ({ conversationId, queuedId }) => of(conversationId).queueCommands.remove(conversationId, queuedId),
    'chat.sendQueued': async ({ conversationId }) => toGoOn(conversationId).turns.sendQueued(conversationId),
    'chat.sendPrompt': async ({ conversationId, previewId, text }) =>
      toGoOn(conversationId).turns.sendPrompt(conversationId, previews.take(previewId), text),
    'chat.stop': ({ conversationId }) => of(conversationId).turns.stop(conversationId),
    'chat.stopTrying': async ({ conversationId }) => of(conversationId).retries.stop(conversationId),
    'chat.retry': async ({ conversationId }) => toGoOn(conversationId).turns.retry(conversationId),
    // It goes on when the window that asked is closed: there is a button that stops it.
    'chat.summarize': ({ conversationId, model }) => toGoOn(conversationId).summaryWriter.summarize(conversationId, model),
    'chat.stopSummary': ({ conversationId }) => of(conversationId).summaryWriter.stop(conversationId),
    'chat.changeSummary': async ({ conversationId, through, ...change }) =>
      of(conversationId).summaryWriter.change(conversationId, through, change),
    'chat.edit': async ({ conversationId, messageId, text }) => toGoOn(conversationId).turns.edit(conversationId, messageId, text),
    'chat.regenerate': async ({ conversationId, messageId, model }) =>
      toGoOn(conversationId).turns.regenerate(conversationId, messageId, model),
    'chat.showVersion': async ({ conversationId, messageId }) => of(conversationId).turns.showVersion(conversationId, messageId),
    'chat.branch': ({ conversationId, messageId }) => of(conversationId).conversationBrancher.branch(conversationId, messageId),
    'chat.rename': async ({ conversationId, title }) => of(conversationId).conversationCommands.rename(conversationId, title),
    'chat.remove': ({ conversationIds }) => commands.remove(conversationIds),
    'chat.restore': async ({ undoId }) => commands.restore(undoId),
    'chat.saveDraft': async ({ conversationId, draft }) => of(conversationId).conversationCommands.saveDraft(conversationId, draft),
    'chat.recentModels': async () => commands.recentModels(),
    'chat.setModel': async ({ conversationId, model }) => of(conversationId).conversationCommands.setModel(conversationId, model),
    'chat.changeSettings': ({ conversationId, change }) => of(conversationId).conversationSettings.change(conversationId, change),
    'chat.inheritSettings': async ({ conversationId }) => of(conversationId).conversationSettings.inheritAll(conversationId),
    'chat.restoreSettings': async ({ conversationId, undoId }) => of(conversationId).conversationSettings.restore(undoId),
    'chat.chooseAccount': async ({ conversationId, serverId, accountId }) =>
      of(conversationId).conversationCommands.chooseAccount(conversationId, serverId, accountId),
    'chat.runTool': async ({ conversationId, serverId, tool, arguments: args }) =>
      toGoOn(conversationId).turns.runTool(conversationId, serverId, tool, args),
    'chat.stopCall': async ({ callId }) => ofCall(callId).turns.stopCall(callId),
    'chat.wholeResult': async ({ callId, piece }) => ofCall(callId).conversationCommands.wholeResult(callId, piece),
    'chat.context': ({ conversationId, ...wanted }, signal) =>
      (conversationId === undefined ? owners : of(conversationId)).contextMeter.budget({ conversationId, ...wanted }, signal),
    'chat.toolsForModel': async ({ model = 'default', ...place }, signal) =>
      (place.conversationId === undefined ? owners : of(place.conversationId)).conversationCommands.toolsForModel(place, model, signal),
  }
}
