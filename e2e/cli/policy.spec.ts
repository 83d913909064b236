import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '../fixtures.ts'
import { real } from '../lib/serverEntries.ts'
import { runParley } from './runParley.ts'

test('the command line holds to a policy as the window does, and checks one', async ({ parley }) => {
  const file = join(parley.folder, 'company.policy.json')
  const policy = (value: unknown) => writeFileSync(file, typeof value === 'string' ? value : JSON.stringify(value))
  parley.writeServers({ memory: real('memory'), own: { command: 'npx', args: ['-y', 'x'] } })

  policy({ name: 'Atlas IT', contact: 'room 12', servers: { deny: [{ command: 'npx' }] } })
  const listed = await runParley(parley, ['list', '--policy', file])
  expect(listed.out).toMatch(/memory +Ready/)
  expect(listed.out).toMatch(/own +Not allowed +Atlas IT does not allow npx/)
  const called = await runParley(parley, ['call', 'own', 'anything', '--policy', file])
  expect([called.code, called.err]).toEqual([5, expect.stringContaining('Ask Atlas IT: room 12.')])
  // A state of its own, so that a script need not know the words.
  const states = await runParley(parley, ['list', '--json', '--policy', file])
  expect(JSON.parse(states.out)).toMatchObject([{ state: 'ready' }, { state: 'forbidden', error: { code: 'POLICY' } }])
  const checked = await runParley(parley, ['policy', 'check', file])
  expect([checked.code, checked.out]).toEqual([0, expect.stringContaining('Never allowed: npx.')])

  // The tools of "memory" were seen when it was listed.
  policy({ name: 'Atlas IT', contact: 'room 12', rules: [{ verdict: 'deny', server: 'memory', tool: 'delete_entitis' }] })
  const misspelt = await runParley(parley, ['policy', 'check', file])
  expect(misspelt.out).toContain('Parley has seen no tool “delete_entitis” of “memory”. Did you mean “delete_entities”?')

  policy('{\n "name": "Atlas IT",\n "model": {}\n}')
  const broken = await runParley(parley, ['call', 'memory', 'read_graph', '--policy', file])
  expect([broken.code, broken.err]).toEqual([5, expect.stringContaining('line 3, column 2: Parley does not know “model”')])
  expect((await runParley(parley, ['policy', 'check', file])).code).toBe(1)
  expect((await runParley(parley, ['policy', 'check', join(parley.folder, 'gone')])).code).toBe(2)
})
