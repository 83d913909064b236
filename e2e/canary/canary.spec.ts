import { spawnSync } from 'node:child_process'
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { callFromPage } from '../lib/callFromPage.ts'
import type { Parley } from '../lib/parley.ts'
import { readDatabase } from '../lib/readDatabase.ts'
import { realFile, remote } from '../lib/serverEntries.ts'
import { callTools, say } from '../model/reply.ts'
import { message, newChat, send } from '../screen/chat.ts'
import { goTo } from '../screen/navigation.ts'
import { allowOnce } from '../screen/questions.ts'
import { openServer, press, state, waitUntilReady } from '../screen/servers.ts'
import { signInAs } from '../screen/signIn.ts'
import { AuthorizationServer, machineClient } from '../servers/signIn/authorizationServer.ts'
import { ProtectedServer } from '../servers/signIn/protectedServer.ts'
import { findCanaries, type PlantedSecret } from './findCanaries.ts'
import { processTree } from './processTree.ts'

test.skip(
  ({ shell }) => shell !== 'browser',
  'What is searched is the same host in both; the memory of a page can be had in the browser shell',
)

const passphrase = 'the passphrase of this search'
const canary = (what: string): string => `canary-${what}-${randomBytes(12).toString('hex')}`
/** Not a secret. It proves that the search can find a value. */
const control = canary('control')

function plant(parley: Parley, secrets: readonly PlantedSecret[]): void {
  const hooks = new URL('../../main/storage/testing/typescriptHooks.mjs', import.meta.url)
  const args = ['--no-warnings', '--import', hooks.href, fileURLToPath(new URL('plant.ts', import.meta.url))]
  const input = JSON.stringify({ file: join(parley.dataDir, 'secrets.json'), passphrase, secrets })
  expect(spawnSync(process.execPath, args, { input, stdio: ['pipe', 'inherit', 'inherit'] }).status).toBe(0)
}

/** A local server that prints its secret in several encodings before it serves. */
const talkative = `for (const form of ['utf8', 'base64', 'base64url', 'hex']) console.error('given', Buffer.from(process.env.TOKEN).toString(form))
console.error('given', encodeURIComponent(process.env.TOKEN)); await import(${JSON.stringify(realFile('everything'))})`

/** A remote server that fails. Its answer repeats what it received. */
async function indiscreetServer(): Promise<AsyncDisposable & { readonly url: string; readonly sent: Set<string> }> {
  const sent = new Set<string>()
  const http = createServer((request, response) => {
    const key = String(request.headers['x-api-key'])
    sent.add(key)
    response.writeHead(500, { 'content-type': 'text/plain', 'x-echo': key })
    response.end(`The key ${key} is not good, nor ${Buffer.from(key).toString('base64')}`)
  })
  await once(http.listen(0, '127.0.0.1'), 'listening')
  const address = http.address()
  if (address === null || typeof address === 'string') throw new Error('No port')
  return {
    url: `http://127.0.0.1:${address.port}/mcp`,
    sent,
    [Symbol.asyncDispose]: async () => {
      http.closeAllConnections()
      await once(http.close(), 'close')
    },
  }
}

/** Returns a snapshot of the page's heap, including its strings. */
async function heapOf(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page)
  const chunks: string[] = []
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk))
  await session.send('HeapProfiler.collectGarbage')
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  return chunks.join('')
}

/**
 * Returns every file below a folder, and every row of the database. SQLite can split long values across pages, so the raw file is not
 * enough.
 */
function onDisk(folder: string): readonly (readonly [place: string, content: string | Buffer])[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => [entry.name, readFileSync(join(entry.parentPath, entry.name))] as const)
  const tables = readDatabase(folder, "SELECT name FROM sqlite_master WHERE type = 'table'").map(({ name }) => String(name))
  const rows = tables.map((name) => [`table ${name}`, JSON.stringify(readDatabase(folder, `SELECT * FROM "${name}"`))] as const)
  return [...files, ...rows]
}

test('planted secrets are found in no place but the one that each is for', async ({ parley, model }) => {
  await using indiscreet = await indiscreetServer()
  await using authorization = await AuthorizationServer.start()
  await using notes = await ProtectedServer.start(authorization)
  await using machine = await ProtectedServer.start(authorization)
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  const secrets: PlantedSecret[] = [
    { name: 'model key', value: canary('model') },
    { name: 'variable', value: canary('variable') },
    { name: 'header', value: canary('header') },
    { name: 'client secret', value: machineClient.secret },
    { name: 'private key', value: privateKey },
  ]
  plant(parley, secrets)
  const ref = (secret: string) => ({ secret })
  const client = { kind: 'client', clientId: machineClient.id, scopes: ['notes:read'] }
  const entries = {
    talkative: { command: process.execPath, args: ['--input-type=module', '-e', talkative], env: { TOKEN: ref('variable') } },
    other: { command: process.execPath, args: [realFile('everything')] },
    indiscreet: { type: 'http', url: indiscreet.url, headers: { 'X-Api-Key': ref('header') } },
    notes: remote(notes.url),
    machine: { ...remote(machine.url), parley: { auth: { ...client, clientSecret: ref('client secret') } } },
    keyed: { ...remote(machine.url), parley: { auth: { ...client, privateKey: ref('private key') } } },
  }
  parley.writeFile('servers.json', JSON.stringify({ mcpServers: entries }))
  const provider = { id: 'local', kind: 'openai-compatible', baseUrl: model.url, models: ['scripted-1'], apiKey: ref('model key') }
  parley.writeFile('settings.json', JSON.stringify({ models: { default: 'local/scripted-1', providers: [provider] } }))
  parley.env['PARLEY_KEYS'] = 'any'

  const ui = await parley.launch()
  await ui.getByRole('button', { name: 'Unlock…' }).first().click()
  await ui.getByRole('dialog', { name: 'Unlock your secrets' }).getByLabel('Passphrase', { exact: true }).fill(passphrase)
  await ui.getByRole('button', { name: 'Unlock', exact: true }).click()
  await waitUntilReady(ui, 'talkative', 'other', 'machine')
  await press(ui, 'notes', 'Sign in')
  await signInAs(parley, 'notes', 'ada')
  await waitUntilReady(ui, 'notes')
  await expect(state(ui, 'indiscreet')).toHaveText('Failed')

  await goTo(ui, 'Chat')
  await newChat(ui)
  model.will(callTools({ server: 'talkative', tool: 'echo', arguments: { message: control } }), say('That was it'))
  await send(ui, 'Go on')
  await allowOnce(ui, 'echo')
  await expect(message(ui, 'That was it')).toBeVisible()

  const seen: string[] = []
  const look = async (): Promise<void> => void seen.push(await ui.content())
  for (const name of ['talkative', 'indiscreet', 'machine', 'keyed', 'notes']) {
    await goTo(ui, 'Servers')
    await openServer(ui, name, 'Traffic')
    await look()
    await ui.getByRole('tab', { name: 'About' }).click()
    await look()
  }
  await goTo(ui, 'Settings')
  for (const page of ['Models', 'Secrets', 'Signing in', 'About']) {
    await ui.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: page }).click()
    await look()
  }

  // Each secret reached its destination.
  expect(model.requests.map(({ authorization: sent }) => sent)).toContain(`Bearer ${secrets[0]?.value}`)
  expect([...indiscreet.sent]).toEqual([secrets[2]?.value])
  for (const token of [...notes.presented, ...machine.presented])
    secrets.push({ name: 'access token', value: token.replace('Bearer ', '') })
  for (const token of authorization.store.names('RefreshToken')) secrets.push({ name: 'refresh token', value: token })
  expect(new Set(secrets.map(({ name }) => name)).size).toBe(7)

  const exports = await Promise.all(
    Object.keys(entries).flatMap((serverId) => [
      callFromPage(ui, 'logs.export', JSON.stringify({ serverId })),
      callFromPage(ui, 'servers.output', JSON.stringify({ serverId })),
      callFromPage(ui, 'traffic.ofServer', JSON.stringify({ serverId, limit: 500 })),
    ]),
  )
  const processes = processTree(parley.shell.pid)
  const own = processes.find(({ environment }) => findCanaries(secrets, environment).length > 0)
  const heap = await heapOf(ui)
  await parley.quit()
  const disk = onDisk(parley.dataDir)
  const places: readonly (readonly [string, string | Buffer])[] = [
    ...disk,
    ['stderr', parley.output()],
    ['exports', JSON.stringify(exports)],
    ['the screen', seen.join('\n')],
    ['memory of the page', heap],
    ...processes
      .filter((one) => one !== own)
      .map(({ pid, environment, commandLine }) => [`process ${pid}`, `${environment}\n${commandLine}`] as const),
  ]
  const found = places.flatMap(([place, content]) => findCanaries(secrets, content).map((finding) => ({ place, ...finding })))
  expect(found).toEqual([])
  // The environment of the server's process holds its variable and no other secret.
  expect(own && findCanaries(secrets, own.environment)).toEqual([{ secret: 'variable', form: 'plain' }])
  expect(own?.commandLine).toContain('--input-type=module')
  // Proves that the search finds a value that is there.
  const controls = [{ name: 'control', value: control }]
  expect(findCanaries(controls, heap)).toHaveLength(1)
  expect(disk.filter(([, content]) => findCanaries(controls, content).length > 0).map(([place]) => place)).toEqual(
    expect.arrayContaining(['table call', 'table message_record']),
  )
  expect(processes.length).toBeGreaterThanOrEqual(3)
})
