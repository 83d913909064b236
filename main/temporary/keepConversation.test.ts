import { expect, it } from 'vitest'
import { Database } from '../storage/database'
import { TABLES } from './keepConversation'

/** What is not copied, and why. */
const left = {
  draft_file: 'It takes no files.',
  message_file: 'It takes no files.',
  queue_file: 'It takes no files.',
  search_entry: 'Triggers write it with the rows that it is about.',
  imported_conversation: 'It was not imported.',
  rule: 'Those of a temporary one are in no table. Their owner writes them when it is kept.',
}

it('copies every table that belongs to a conversation, so that a kept chat is whole when somebody adds one', () => {
  const database = new Database(':memory:')
  const tables = database.all("SELECT name FROM sqlite_master WHERE type = 'table'").map(({ name }) => String(name))
  const parents = new Map(
    tables.map((name) => [name, database.all(`PRAGMA foreign_key_list("${name}")`).map(({ table }) => String(table))]),
  )
  const own = new Set(['conversation'])
  for (let size = 0; size < own.size;) {
    size = own.size
    for (const [name, of] of parents) if (of.some((parent) => own.has(parent))) own.add(name)
  }
  own.delete('conversation')
  const known = new Set<string>([...TABLES.map(([name]) => name), ...Object.keys(left)])
  expect([...own].filter((name) => !known.has(name))).toEqual([])
  expect(Object.keys(left).filter((name) => !own.has(name))).toEqual([])
  expect(TABLES.map(([name]) => name).filter((name) => !tables.includes(name))).toEqual([])
  database.close()
})
