import { english } from '../shared/i18n/translator'
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { callbackPath } from '../app/browser/httpServer'
import { LoopbackReceiver } from '../main/oauth/signIn/loopbackReceiver'
import { clientMetadata, metadataFaults } from './lib/clientMetadata.mjs'

const url = 'https://parley.example/clients/parley.json'
const run = promisify(execFile)

function script(args: readonly string[], dataDir: string) {
  const file = join(import.meta.dirname, 'clientMetadata.mjs')
  return run(process.execPath, [file, ...args], { env: { ...process.env, PARLEY_DATA_DIR: dataDir } })
}

it('AU-20: the document keeps to the rules, and says who it is by its own address', () => {
  expect(clientMetadata(url)).toMatchObject({
    client_id: url,
    client_name: 'Parley',
    token_endpoint_auth_method: 'none',
    application_type: 'native',
  })
  expect(metadataFaults(clientMetadata(url), url)).toEqual([])
})

it('AU-20: names exactly the addresses that Parley comes back to, without a port', async () => {
  using receiver = await LoopbackReceiver.open({ take: async () => 'unknown', translator: () => Promise.resolve(english) })
  const withoutPort = (address: string): string => address.replace(/:\d+/, '')
  expect(clientMetadata(url).redirect_uris).toEqual([withoutPort(receiver.redirectUri), `http://127.0.0.1${callbackPath}`])
})

it.each([
  ['another address', { client_id: `${url}/` }],
  ['no name', { client_name: '' }],
  ['no address to come back to', { redirect_uris: [] }],
  ['a host that others could answer for', { redirect_uris: ['http://localhost/callback'] }],
  ['a page in the internet', { redirect_uris: ['https://parley.example/callback'] }],
  ['a shared secret', { token_endpoint_auth_method: 'client_secret_post' }],
  ['the method that is meant where none is named', { token_endpoint_auth_method: undefined }],
  ['a secret', { client_secret: 'x' }],
  ['no code', { response_types: ['token'] }],
  ['no renewal', { grant_types: ['authorization_code'] }],
])('finds fault with a document with %s', (_title, change) => {
  expect(metadataFaults({ ...clientMetadata(url), ...change }, url)).toHaveLength(1)
})

it.each([
  'http://parley.example/c.json',
  'https://parley.example/',
  'https://parley.example/a/../c.json',
  'https://parley.example/c.json#x',
  'https://me@parley.example/c.json',
  'parley.example/c.json',
])('finds fault with the address %s', (address) => {
  expect(metadataFaults(clientMetadata(address), address)).toHaveLength(1)
})

it('writes it for the address that it is given, or that the settings name', { tags: ['slow'] }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-cimd-'))
  try {
    await expect(script([], folder)).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('Say where') })
    writeFileSync(join(folder, 'settings.json'), `{\n  // ours\n  "signIn": { "clientMetadataUrl": "${url}" },\n}`)
    expect(JSON.parse((await script([], folder)).stdout)).toEqual(clientMetadata(url))
    const other = 'https://other.example/c.json'
    await script([other, join(folder, 'c.json')], folder)
    expect(JSON.parse(readFileSync(join(folder, 'c.json'), 'utf8'))).toEqual(clientMetadata(other))
    await expect(script(['http://plain.example/c.json'], folder)).rejects.toMatchObject({ code: 1 })
  } finally {
    rmSync(folder, { recursive: true })
  }
})
