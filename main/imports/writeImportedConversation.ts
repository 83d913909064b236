import { setImmediate as turn } from 'node:timers/promises'
import type { ChatMessage, Part } from '../../shared/domain/chat'
import type { Limits } from '../../shared/domain/defaultLimits'
import { CallId, ConversationId, MessageId, ModelRef, PartId, type ImportId } from '../../shared/domain/ids'
import type { ToolResult } from '../../shared/domain/toolResult'
import type { ConversationStore } from '../chat/conversationStore'
import type { Clock } from '../lib/clock'
import { jsonBytes } from '../lib/jsonSize'
import type { Database } from '../storage/database'
import { truncateResult } from '../tools/truncateResult'
import type { ImportedConversation, ImportedMessage, ImportedPart } from './importedConversation'
import type { ImportTable } from './importTable'

/** So many messages and their parts are about one transaction. Others have a turn after it. */
const AT_ONCE = 200

export interface WritingDeps {
  readonly store: ConversationStore
  readonly table: ImportTable
  readonly database: Database
  readonly clock: Clock
  readonly limits: () => Pick<Limits, 'resultBytesToScreen'>
}

/**
 * Writes a conversation with all its versions under new ids, and yields after every batch of messages how much of it is written, from 0 to 1. It stays hidden
 * until it is whole, so that a crash, and whoever takes no further step, leaves nothing half-made: the next start removes what is hidden.
 */
export async function* writeImportedConversation(
  { store, table, database, clock, limits }: WritingDeps,
  imported: ImportedConversation,
  importId: ImportId,
): AsyncGenerator<number> {
  const { source, foreignId, messages, title, summaries = [] } = imported
  const id = ConversationId.parse(clock.newId())
  const now = clock.now()
  const created = imported.created ?? messages.find((message) => message.created !== undefined)?.created ?? now
  database.transaction(() => {
    store.create({ id, created, model: 'default' })
    store.remove([id], now)
    table.addConversation(id, { importId, source, foreignId })
  })
  const ids = new Map(messages.map((message) => [message.id, MessageId.parse(clock.newId())]))
  const wholes: { readonly callId: CallId; readonly result: ToolResult }[] = []
  let last = created
  for (let done = 0; done < messages.length;) {
    const from = done
    done = endOfBatch(messages, from)
    database.transaction(() => {
      for (const message of messages.slice(from, done)) {
        const parts = message.parts.map((part) => {
          const own = ownPart(part, clock)
          if (own.kind !== 'call' || !own.call.result) return own
          const { bytes: _said, ...record } = own.call.result
          const result = { ...record, bytes: jsonBytes(record) }
          const shown = truncateResult(result, limits().resultBytesToScreen)
          if (shown.cut) wholes.push({ callId: own.call.id, result })
          return { ...own, call: { ...own.call, result: shown } }
        })
        const written = ownMessage(message, { imported, ids, parts, created: message.created ?? last })
        store.addMessage(id, written)
        last = written.created
      }
    })
    for (const { callId, result } of wholes.splice(0)) await store.results.saveWhole(callId, result)
    await turn()
    yield done / messages.length
  }
  const lengths = new Map<string, number>()
  for (const message of messages) lengths.set(message.id, (lengths.get(message.parent ?? '') ?? 0) + 1)
  const leaf = ids.get(imported.leaf ?? messages.at(-1)?.id ?? '')
  database.transaction(() => {
    if (leaf !== undefined) store.setLeaf(id, leaf)
    for (const { through, ...summary } of summaries) {
      const message = ids.get(through)
      // What a model gets in the place of messages is for the person to choose, not for a file: each is put aside.
      if (message)
        store.summaries.save({ ...summary, through: message, messages: lengths.get(through) ?? 1, changed: summary.created, off: true })
    }
    store.rename(id, title)
    store.touch(id, imported.updated ?? newest(messages) ?? created)
    store.restore([id])
  })
}

function endOfBatch(messages: readonly ImportedMessage[], from: number): number {
  let end = from
  for (let size = 0; size < AT_ONCE && end < messages.length; end++) size += 1 + (messages[end]?.parts.length ?? 0)
  return end
}

interface Place {
  readonly imported: ImportedConversation
  readonly ids: ReadonlyMap<string, MessageId>
  readonly parts: readonly Part[]
  readonly created: number
}

function ownMessage(message: ImportedMessage, { imported, ids, parts, created }: Place): ChatMessage {
  const id = ids.get(message.id) ?? MessageId.parse(message.id)
  const parent = message.parent === undefined ? undefined : ids.get(message.parent)
  const model = message.role === 'assistant' ? modelOf(imported, message.model) : undefined
  return {
    id,
    ...(parent !== undefined && { parent }),
    role: message.role,
    created,
    state: message.state ?? 'done',
    parts,
    ...(model !== undefined && { model }),
  }
}

const programs = { chatgpt: 'ChatGPT', claude: 'Claude' } as const

/** Models of other programs stand under the name of the program. Where it did not say which one, the program itself wrote: an answer of nobody is a person's. */
function modelOf({ source }: ImportedConversation, name: string | undefined): ModelRef | undefined {
  if (source === 'parley') return ModelRef.safeParse(name).data
  return (name === undefined ? undefined : ModelRef.safeParse(`${source}/${name}`).data) ?? ModelRef.parse(`${source}/${programs[source]}`)
}

function ownPart(part: ImportedPart, clock: Clock): Part {
  const id = PartId.parse(clock.newId())
  if (part.kind === 'call') return { ...part, id, call: { ...part.call, id: CallId.parse(clock.newId()) } }
  if (part.kind === 'steering')
    return { ...part, id, attached: part.attached.map((attachment) => ({ ...attachment, id: PartId.parse(clock.newId()) })) }
  return { ...part, id }
}

function newest(messages: readonly ImportedMessage[]): number | undefined {
  let latest: number | undefined
  for (const { created } of messages) if (created !== undefined && created > (latest ?? 0)) latest = created
  return latest
}
