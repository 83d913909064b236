import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')

it('no sign-in spec, and nothing that it uses, waits for a time to pass', () => {
  const files = globSync('e2e/{signIn.spec.ts,accounts.spec.ts,screen/*.ts,servers/signIn/*.ts,host/*.ts}', { cwd: root })
  expect(files.length).toBeGreaterThan(12)
  const sleepers = files.filter((file) =>
    /waitForTimeout|setTimeout\(|timers\/promises|\bsleep\(/.test(readFileSync(join(root, file), 'utf8')),
  )
  expect(sleepers).toEqual([])
})
