import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '../fixtures.ts'
import { real } from '../lib/serverEntries.ts'
import { runParley } from './runParley.ts'

// Catches: a --protocol that is read and not spoken, one that falls back, and one that gets past a policy.
test('--protocol is spoken, or the command ends and says why', async ({ parley }) => {
  const file = join(parley.folder, 'company.policy.json')
  writeFileSync(file, JSON.stringify({ name: 'Atlas IT', contact: 'room 12', servers: { protocol: ['2025'] } }))
  parley.writeServers({ everything: real('everything') })
  const chosen = await runParley(parley, ['doctor', 'everything', '--json', '--protocol', '2025-06-18'])
  expect(JSON.parse(chosen.out)).toMatchObject({
    negotiation: { requested: '2025-06-18', version: '2025-06-18', era: '2025', why: 'commandLine' },
  })
  // What a script reads of an extension is a code, and what a person reads is a sentence.
  const skills = { id: 'io.modelcontextprotocol/skills', declaredByServer: false, declaredByParley: true, decidedBy: 'default' }
  expect(JSON.parse(chosen.out)).toMatchObject({ findings: expect.arrayContaining([expect.objectContaining({ extension: skills })]) })
  const [words, newer, unknown, forbidden] = await Promise.all([
    runParley(parley, ['doctor', 'everything']),
    runParley(parley, ['call', 'everything', 'echo', '{"message":"hi"}', '--protocol', '2026']),
    runParley(parley, ['list', '--protocol', '2024']),
    runParley(parley, ['call', 'everything', 'echo', '{"message":"hi"}', '--protocol', '2026', '--policy', file]),
  ])
  expect(words.out).toMatch(/ok +Protocol +2025-11-25, since the server knows nothing newer\. It begins with initialize/)
  expect(words.out).toMatch(
    /ok +Extension +io\.modelcontextprotocol\/skills: Declared by Parley, not by “everything”\. On, as nothing else is said\./,
  )
  expect(words.out).toMatch(/ok +Capabilities +.*list changes/)
  expect([newer.code, newer.err]).toEqual([
    3,
    expect.stringContaining('“everything” did not answer in 2026-07-28, which was chosen for it'),
  ])
  expect(newer.err).toContain('Leave out --protocol, or name another version.')
  expect([unknown.code, unknown.err]).toEqual([2, expect.stringContaining('“2024” is no version of MCP that Parley speaks')])
  expect([forbidden.code, forbidden.err]).toEqual([5, expect.stringContaining('or leave it out. Ask Atlas IT: room 12.')])
})
