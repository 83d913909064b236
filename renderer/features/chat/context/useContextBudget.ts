import { useEffect, useState } from 'react'
import { estimateTokens } from '../../../../shared/context/estimateTokens'
import { roomForAnswer } from '../../../../shared/context/roomForAnswer'
import type { Conversation, ModelChoice } from '../../../../shared/domain/chat'
import type { ContextBudget } from '../../../../shared/domain/usage/context'
import type { FileHash, ModelRef } from '../../../../shared/domain/ids'
import { useHostQuery } from '../../../rpc/useHostQuery'
import { useTopic } from '../../../rpc/useTopic'
import { useProjectInFront } from '../conversationSettings/useProjectInFront'
import { useKnownModels } from '../../../widgets/models/useKnownModels'

/** What is typed is counted when a person pauses, not for each key. */
const PAUSE_MS = 400

export interface NextRequest {
  readonly conversation: Conversation | undefined
  readonly choice: ModelChoice
  /** The message that is being written. */
  readonly text: string
  readonly files: readonly FileHash[]
}

export interface FilledContext {
  readonly budget: ContextBudget
  /** Together with the message that is being written, and with the room that is kept free for the answer. */
  readonly total: number
  /** The room that is kept free for the answer. */
  readonly answer: number
  /** What the message that is being written takes, without its files. */
  readonly typed: number
  readonly model: ModelRef
  /** How many tokens the model takes. Undefined where that is not known. */
  readonly window: number | undefined
}

/** Returns what fills the next request, in tokens. Undefined until it is known, and without a model. */
export function useContextBudget({ conversation, choice, text, files }: NextRequest): FilledContext | undefined {
  const standard = useTopic('models', (models) => models.default)
  const versions = useTopic('servers.catalogVersions')
  const servers = useTopic('servers')
  const ready = useTopic('connections.states', (states) =>
    Object.entries(states).flatMap(([id, state]) => (state.phase === 'ready' ? [id] : [])),
  )
  const known = useKnownModels()
  const chosen = choice === 'default' ? standard : choice
  const model = chosen === 'none' ? undefined : chosen
  const project = useProjectInFront(conversation)
  const settings = [conversation?.chosenAccounts, conversation?.settings, project]
  const of = conversation ? { conversationId: conversation.id } : { projectId: project?.id }
  const { data: budget } = useHostQuery(
    'chat.context',
    { ...of, model, ...(files.length > 0 && { files: [...files] }) },
    { enabled: model !== undefined, version: [versions, servers, ready, settings, conversation?.summaries, stepOf(conversation)] },
  )
  const typed = useTypedTokens(text)
  if (!budget || model === undefined) return undefined
  const window = known?.models[model]?.context
  const answer = window === undefined ? 0 : roomForAnswer(budget.answer ?? 0, window)
  return { budget, total: budget.total + typed + answer, answer, typed, model, window }
}

/** Pure: changes when a message is added or ends, or a provider has counted a request; not with each word of an answer. */
function stepOf(conversation: Conversation | undefined): unknown {
  const last = conversation?.messages.at(-1)
  return [last?.id, last?.state, last?.usage?.input, last?.usage?.output]
}

function useTypedTokens(text: string): number {
  const [tokens, setTokens] = useState(0)
  useEffect(() => {
    const timer = setTimeout(() => setTokens(estimateTokens(text)), text === '' ? 0 : PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return tokens
}
