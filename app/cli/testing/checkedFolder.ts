import { ConversationId } from '../../../shared/domain/ids'
import { english } from '../../../shared/i18n/translator'
import { ConversationStore } from '../../../main/chat/conversationStore'
import { Database } from '../../../main/storage/database'
import { temporaryFolder } from '../../../main/storage/testing/temporaryFolder'
import { dataCheck } from '../commands/dataCheck'
import type { Output } from '../output'

export const id = ConversationId.parse('0190a5d0-0000-7000-8000-000000000001')

/** A data folder with one conversation, as Parley writes it. It stays open, as while Parley runs. */
export function dataFolder() {
  const folder = temporaryFolder()
  const database = new Database(folder.file('parley.db'))
  const store = new ConversationStore(database)
  store.create({ id, created: 1, model: 'none' })
  store.rename(id, 'Boats')
  const at = folder.file('.')
  return Object.assign(folder, { at, database, leave: () => database.close() })
}

/** An output that remembers what it was told. */
export function captured() {
  const told: { value?: unknown; text?: string } = {}
  const output: Output = {
    json: false,
    translator: english,
    result: (value, asText) => Object.assign(told, { value, text: asText() }),
    say: () => undefined,
  }
  return { told, output }
}

/** What `parley data check` says of a folder. */
export function check(folder: string) {
  const { told, output } = captured()
  return { code: dataCheck(folder, output), ...told }
}
