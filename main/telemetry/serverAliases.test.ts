import { expect, it } from 'vitest'
import { ServerId } from '../../shared/domain/ids'
import { ServerAliases, type AliasDatabase } from './serverAliases'

/** The table of facts as it is on disk: what stands there first stays. */
function facts(): AliasDatabase {
  const rows = new Map<string, string>()
  return {
    run: (_sql, name = '', value = '') => void (rows.has(name) || rows.set(name, value)),
    all: (_sql, name = '') => [{ value: rows.get(name) }],
  }
}

const [notes, old] = [ServerId.parse('notes'), ServerId.parse('notes_old')]

// Catches: a name that changes with each start, one that two installations share, and one that says what a person called the server.
it('tells servers apart, the same after a restart, another in another installation, and without their names', () => {
  const database = facts()
  const aliases = new ServerAliases(database)
  const first = [aliases.of(notes), aliases.of(old)]
  const again = new ServerAliases(database)
  const elsewhere = new ServerAliases(facts())
  expect(first).toEqual([again.of(notes), again.of(old)])
  expect(new Set([...first, elsewhere.of(notes)]).size).toBe(3)
  expect(first.join()).toMatch(/^[0-9a-f]{16},[0-9a-f]{16}$/)
})

it('goes on without a key that can be kept', () => {
  const full = {
    run: () => {
      throw new Error('disk full')
    },
    all: () => [],
  }
  const aliases = new ServerAliases(full)
  expect(aliases.of(notes)).toBe(aliases.of(notes))
})
