import { useRef, useState } from 'react'
import type { Conversation, ModelChoice } from '../../../../shared/domain/chat'
import type { AccountId, ConversationId, ProjectId, ServerId, UndoId } from '../../../../shared/domain/ids'
import { effectiveSettings, type EffectiveSettings } from '../../../../shared/domain/projects/effectiveSettings'
import { ownModelChoice } from '../../../../shared/domain/projects/ownModelChoice'
import type { OwnSettings, Project } from '../../../../shared/domain/projects/project'
import type { AppError } from '../../../../shared/errors/appError'
import type { ChatSettingsChange } from '../../../../shared/rpc/projects'
import { callHost } from '../../../rpc/callHost'
import { useOpenConversation } from '../../../rpc/useOpenConversation'
import { useTopic } from '../../../rpc/useTopic'
import { showChat, showNewChatIn, useNavigation } from '../../../state/navigation'
import { useProjectMove } from '../../../widgets/conversations/useProjectMove'
import { useAsyncAction } from '../../../widgets/useAsyncAction'
import { conversationOfNewChat } from '../ensureConversation'
import { chooseAccountForNewChat, chooseForNewChat, useNewChatChoices } from '../newChatChoices'
import { useUndoAfterwards } from './useUndoAfterwards'
import { useProjectInFront } from './useProjectInFront'

export interface ConversationSettings {
  /** Undefined in a new chat, and while it loads. */
  readonly conversation: Conversation | undefined
  /** A temporary chat is in no project. */
  readonly isTemporary: boolean
  readonly project: Project | undefined
  readonly own: OwnSettings
  readonly effective: EffectiveSettings
  /** Why the last change could not be made. */
  readonly failed: AppError | undefined
  readonly change: (change: ChatSettingsChange) => void
  readonly chooseModel: (model: ModelChoice) => void
  readonly chooseAccount: (serverId: ServerId, accountId: AccountId | null) => void
  readonly chooseProject: (projectId: ProjectId | null) => void
  /** Takes everything that it inherits. */
  readonly inheritAll: () => void
  /** Takes back what `inheritAll` did. Undefined where nothing is to be taken back. */
  readonly undo: (() => void) | undefined
}

/** What the conversation in front, or the new chat, says itself and inherits, and how that is changed. A new chat becomes a conversation then. */
export function useConversationSettings(): ConversationSettings {
  const id = useNavigation((screen) => screen.conversationId)
  const conversation = useOpenConversation(id)
  const isTemporary = useTopic('chat.temporary', (list) => list.some((one) => one.id === id)) ?? false
  const project = useProjectInFront(id === undefined ? undefined : conversation)
  const forNew = useNewChatChoices()
  const own: OwnSettings = conversation ?? { ...forNew, settings: {} }
  const { failed, run } = useAsyncAction()
  const { move } = useProjectMove()
  const standard = useTopic('models', (models) => models.default)
  const [undoId, setUndoId] = useState<UndoId>()
  const newChatProject = useNavigation((screen) => screen.newChatProject)
  const became = useRef<Promise<ConversationId>>(undefined)
  // What is typed is saved a little later: it belongs to the chat where it was typed, whichever is in front by then.
  const here = async (): Promise<ConversationId> => {
    if (id !== undefined) return id
    became.current ??= conversationOfNewChat(newChatProject)
    try {
      return await became.current
    } catch (thrown) {
      became.current = undefined
      throw thrown
    }
  }
  const change = (work: (conversationId: ConversationId) => Promise<void>): void => {
    setUndoId(undefined)
    run(async () => await work(await here()))
  }
  useUndoAfterwards(
    undoId && id !== undefined ? { undoId, conversationId: id, title: conversation?.title ?? '', projectName: project?.name } : undefined,
  )
  return {
    conversation,
    isTemporary,
    project,
    own,
    effective: effectiveSettings(project, own),
    failed,
    change: (settings) => change((conversationId) => callHost('chat.changeSettings', { conversationId, change: settings })),
    chooseModel: (chosen) => {
      const model = ownModelChoice(chosen, project?.model ?? standard)
      if (id === undefined) chooseForNewChat(model)
      else change((conversationId) => callHost('chat.setModel', { conversationId, model }))
    },
    chooseAccount: (serverId, accountId) => {
      if (id === undefined) chooseAccountForNewChat(serverId, accountId)
      else change((conversationId) => callHost('chat.chooseAccount', { conversationId, serverId, accountId }))
    },
    chooseProject: (projectId) => {
      if (id !== undefined) change((conversationId) => move([{ id: conversationId, title: conversation?.title ?? '' }], projectId))
      else if (projectId === null) showChat()
      else showNewChatIn(projectId)
    },
    inheritAll: () => {
      change(async (conversationId) => setUndoId((await callHost('chat.inheritSettings', { conversationId })).undoId))
    },
    undo:
      undoId &&
      (() =>
        run(async () => {
          await callHost('chat.restoreSettings', { conversationId: await here(), undoId })
          setUndoId(undefined)
        })),
  }
}
