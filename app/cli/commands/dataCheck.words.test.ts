import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { check, dataFolder } from '../testing/checkedFolder'

it('J50: names what another program put into the database, without running its escape sequences, and says what to do', () => {
  using folder = dataFolder()
  folder.leave()
  const other = new DatabaseSync(folder.file('parley.db'))
  other.exec(`CREATE TRIGGER spy AFTER INSERT ON message BEGIN DELETE FROM rule; END;
    CREATE VIEW "loud\u001b[31m" AS WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i FROM n) SELECT i FROM n`)
  other.close()
  const { code, value, text } = check(folder.at)
  expect(code).toBe(1)
  expect(value).toMatchObject({ ok: false, database: { damage: [], rows: { conversation: 1 } } })
  expect(text).toContain("not Parley's: the trigger spy on message")
  expect(text).toContain('loud')
  expect(text).not.toContain('\u001b')
  expect(text).toContain('put a backup')
})

it('J50: names twenty of very many, and says that there are more', () => {
  using folder = dataFolder()
  folder.leave()
  const other = new DatabaseSync(folder.file('parley.db'))
  other.exec(Array.from({ length: 500 }, (_, number) => `CREATE VIEW v${number} AS SELECT 1 AS a`).join(';'))
  other.close()
  const { text } = check(folder.at)
  expect([text?.match(/the view v/g)?.length, text?.includes('there may be more')]).toEqual([20, true])
})
