import { expect, it } from 'vitest'
import { MemoryDatabase } from './memoryDatabase'

const LARGE = 'x'.repeat(100_000)

it('is full at its limit in its own words, keeps what it has, and takes more when something went', () => {
  // Servers decide how much they return: without a limit a chat that nobody closes fills the memory, and a full disk would be blamed.
  const database = new MemoryDatabase(2_000_000)
  const add = (id: string): void => database.run('INSERT INTO fact (name, value) VALUES (?, ?)', id, LARGE)
  const fill = (): void => {
    for (let count = 0; count < 100; count++) add(`fact-${count}`)
  }
  expect(() => database.transaction(fill)).toThrow(expect.objectContaining({ code: 'NOT_SAVED', reason: 'chat.temporaryFull' }))
  expect(database.all("SELECT name FROM fact WHERE name LIKE 'fact-%'")).toEqual([])
  expect(fill).toThrow(expect.objectContaining({ reason: 'chat.temporaryFull' }))
  const held = database.all("SELECT name FROM fact WHERE name LIKE 'fact-%'").length
  expect(held).toBeGreaterThan(2)
  // Two, because an entry can also need a new page of the table, for which there is room or not as the number of tables has it.
  database.run("DELETE FROM fact WHERE name IN ('fact-0', 'fact-1')")
  add('another')
  expect(database.get("SELECT name FROM fact WHERE name = 'another'")).toBeDefined()
  database.close()
})
