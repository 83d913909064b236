import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020'
import { parse } from 'jsonc-parser'
import { expect, it } from 'vitest'
import * as z from 'zod'
import { PinnedDefinitionStore } from '../../../main/definitions/pinnedDefinitionStore'
import { systemClock } from '../../../main/lib/clock'
import { Database } from '../../../main/storage/database'
import { ServerId } from '../../../shared/domain/ids'
import type { Output } from '../output'
import { policyCheck } from './policyCheck'
import { english } from '../../../shared/i18n/translator'

const docs = join(import.meta.dirname, '../../../docs')
const examples = globSync('examples/*.policy.json', { cwd: docs }).map((path) => path.replaceAll('\\', '/'))

async function check(file: string, dataFolder = join(tmpdir(), 'parley-no-data')) {
  const told: { value?: unknown; text?: string } = {}
  const output: Output = {
    json: false,
    translator: english,
    result: (value, asText) => Object.assign(told, { value, text: asText() }),
    say: () => undefined,
  }
  return { code: await policyCheck({ name: 'policyCheck', file }, dataFolder, output), ...told }
}

it.each(examples)('docs/%s is a policy that Parley takes, and that its schema describes', async (path) => {
  const { code, text } = await check(join(docs, path))
  expect([code, text]).toEqual([0, expect.stringMatching(/^ok {2}/)])
  const schema = z.record(z.string(), z.unknown()).parse(JSON.parse(readFileSync(join(docs, 'policy.schema.json'), 'utf8')))
  const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(schema)
  validate(parse(readFileSync(join(docs, path), 'utf8')))
  expect(validate.errors).toBeNull()
})

it('names tools that their servers do not have, with the one that was probably meant, and servers that it knows nothing of', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-check-'))
  const database = join(folder, 'parley.db')
  const policy = join(folder, 'policy.json')
  const rules = [
    { verdict: 'deny', server: 'Files', tool: 'delete_fiel' },
    { verdict: 'deny', server: 'Files', tool: 'delete_fiel', where: [{ path: ['path'], test: 'inFolder', value: '/' }] },
    { verdict: 'ask', server: 'Files', tool: 'read_file' },
    { verdict: 'ask', server: 'Quiet', tool: 'format_disk' },
    { verdict: 'ask', server: 'Mail', tool: 'send' },
  ]
  const mcpServers = {
    Files: { command: 'files', parley: { tools: { disabled: ['write-file', 'read_file'] } } },
    Quiet: { command: 'quiet' },
    Mail: { command: 'mail' },
  }
  writeFileSync(policy, JSON.stringify({ name: 'A', contact: 'x', mcpServers, rules }))
  const remarks = async (): Promise<readonly string[]> => {
    const { code, text = '' } = await check(policy, folder)
    expect(code).toBe(0)
    return text.split('\n').flatMap((line) => (line.startsWith('--') && line.includes('tool') ? [line.slice(4)] : []))
  }
  const notKnown = (servers: string) =>
    `Parley has not seen the tools of ${servers} here, so their names were not checked. Start them once, such as with “parley list --policy FILE” at a terminal.`
  try {
    expect(await remarks()).toEqual([notKnown('“Files”, “Quiet” and “Mail”')])
    const seen = new Database(database)
    const store = new PinnedDefinitionStore({ database: seen, clock: systemClock, questions: undefined, rulesOf: () => [] })
    const tools = ['read_file', 'write_file', 'delete_file'].map((name) => ({ name, inputSchema: {}, hash: name }))
    store.seen(ServerId.parse('Files'), { accountId: undefined, tools, instructions: undefined })
    store.seen(ServerId.parse('Quiet'), { accountId: undefined, tools: [], instructions: undefined })
    // Beside a Parley that runs, which has the file open.
    expect(await remarks()).toEqual([
      'Parley has seen no tool “delete_fiel” of “Files”. Did you mean “delete_file”?',
      'Parley has seen no tool “format_disk” of “Quiet”: what names it may have no effect.',
      'Parley has seen no tool “write-file” of “Files”. Did you mean “write_file”?',
      notKnown('“Mail”'),
    ])
    store[Symbol.dispose]()
    seen.close()
    writeFileSync(database, 'no database')
    expect(await remarks()).toEqual([expect.stringMatching(unread("Parley's database cannot be opened"))])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

const unread = (why: string): RegExp =>
  new RegExp(`^The names of tools were not checked, because which tools servers have cannot be read from .*parley\\.db: ${why}\\.$`)

// It said that Parley had not seen the servers, and to start them once, although their tools were in a file that it does not read.
it.each([
  ['a newer Parley wrote it', 'PRAGMA user_version = 9999', 'A newer Parley wrote this data folder'],
  [
    'another program changed its tables',
    'CREATE TRIGGER theirs AFTER INSERT ON pin BEGIN DELETE FROM fact; END',
    "Another program changed the tables of Parley's database",
  ],
])('says that the tools in a database could not be read, and why: %s', async (_what, change, why) => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-check-'))
  const file = join(folder, 'parley.db')
  try {
    new Database(file).close()
    const sqlite = new DatabaseSync(file)
    sqlite.exec(change)
    sqlite.close()
    const policy = join(folder, 'policy.json')
    writeFileSync(policy, JSON.stringify({ name: 'A', contact: 'x', rules: [{ verdict: 'deny', server: 'Files', tool: 'delete_fiel' }] }))
    const { code, text = '' } = await check(policy, folder)
    expect([code, text.split('\n').flatMap((line) => (line.startsWith('--') && line.includes('tools') ? [line.slice(4)] : []))]).toEqual([
      0,
      [expect.stringMatching(unread(why))],
    ])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

it('docs/policy.md shows every example', () => {
  const page = readFileSync(join(docs, 'policy.md'), 'utf8')
  expect(examples.length).toBeGreaterThan(2)
  expect(examples.filter((path) => !page.includes(path))).toEqual([])
})

it('says what is wrong and where, what may not do what was meant, and ends with 0, 1 or 2', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-check-'))
  const write = (name: string, value: unknown) => {
    writeFileSync(join(folder, name), typeof value === 'string' ? value : JSON.stringify(value))
    return join(folder, name)
  }
  try {
    const bad = await check(write('bad.json', '{\n "name": "A",\n "sampling": { "of": true }\n}'))
    expect([bad.code, bad.text]).toEqual([1, expect.stringContaining('!!  line 3, column 16: Parley does not know “sampling → of”')])
    const worse = await check(write('worse.json', '{\n "name": "A",\n "sampling": { "of": true },\n "sampler": {}\n}'))
    for (const fault of ['line 3, column 16', 'line 4, column 2: Parley does not know “sampler”']) expect(worse.text).toContain(fault)
    const turned = await check(write('turned.json', '{\n "sampler": {},\n "name": "A",\n "sampling": { "of": true }\n}'))
    expect(turned.text).toMatch(/line 2, column 2.*\n.*line 4, column 16/)
    const missing = await check(join(folder, 'missing.json')).catch((thrown: unknown) => String(thrown))
    expect(JSON.stringify(missing)).toContain('policy.noFile')
    const odd = await check(
      write('odd.json', {
        name: 'A',
        mcpServers: { x: { command: 'npx', args: ['y'] } },
        servers: { add: false, allow: [], deny: [{ command: 'npx' }] },
      }),
    )
    expect(odd.code).toBe(0)
    for (const remark of [
      'It has “x”, and forbids it',
      '“allow” has no effect',
      'It has no “contact”',
      'at a computer’s own place it would not count',
    ]) {
      expect(odd.text).toContain(remark)
    }
    const typed = await check(
      write('typed.json', {
        name: 'A',
        contact: 'x',
        mcpServers: { Files: { command: 'x', agrs: ['y'], parley: { enabled: true } } },
        folders: { ofServers: { Fils: ['/srv'] } },
        rules: [{ verdict: 'deny', server: 'Filse' }],
      }),
    )
    const meant = 'that is not its own. Did you mean “Files”?'
    for (const remark of ['“Files” has “agrs”', `calls a server “Fils” ${meant}`, `calls a server “Filse” ${meant}`])
      expect(typed.text).toContain(remark)
    const latin = join(folder, 'latin.json')
    writeFileSync(latin, Buffer.from('{ "name": "Büro" }', 'latin1'))
    const long = write('long.json', `{ "name": "A" }${' '.repeat(5 * 1024 * 1024)}`)
    for (const [path, fault] of [
      [latin, 'not UTF-8'],
      [long, 'more than 4 MB'],
      [folder, 'no file'],
    ] as const) {
      const { code, text } = await check(path)
      expect([code, text]).toEqual([1, expect.stringContaining(fault)])
    }
    await expect(check(join(folder, 'gone.json'))).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  } finally {
    rmSync(folder, { recursive: true })
  }
})

it('says of a collector that only the computer’s own policy can name it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-check-'))
  try {
    writeFileSync(join(folder, 'policy.json'), JSON.stringify({ name: 'A', contact: 'x', telemetry: { endpoint: 'https://otel.a.test' } }))
    expect((await check(join(folder, 'policy.json'))).text).toContain('In a file for --policy, “telemetry → endpoint” has no effect.')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
