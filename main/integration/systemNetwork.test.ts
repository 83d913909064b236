import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { proxyServer } from '../net/testing/proxyServer'
import { authorityFile, json, tlsServer, webServer } from '../net/testing/webServer'

const run = promisify(execFile)
const testing = join(import.meta.dirname, '../net/testing')

/**
 * Fetches addresses in a new process with this environment. Returns the answers of the fetch for connections and models, and of the fetch
 * for sign-ins.
 */
async function asked(env: Readonly<Record<string, string>>, joins: boolean, ...addresses: readonly string[]): Promise<unknown> {
  const args = ['--import', join(testing, 'typeScript.mjs'), join(testing, 'askOnce.ts'), joins ? 'joins' : 'alone', ...addresses]
  const { stdout } = await run(process.execPath, args, { env: { PATH: process.env['PATH'], ...env } })
  return JSON.parse(stdout)
}

it('trusts what this computer trusts: its own authorities, and those in NODE_EXTRA_CA_CERTS', async () => {
  await using server = await tlsServer((_asked, response) => json(response, 'ok'))
  const url = `https://127.0.0.1:${server.port}/`
  const [stranger, own, extra, alone] = await Promise.all([
    asked({}, true, url),
    // OpenSSL reads the computer's certificate authorities from here.
    asked({ SSL_CERT_FILE: authorityFile }, true, url),
    asked({ NODE_EXTRA_CA_CERTS: authorityFile }, true, url),
    asked({ SSL_CERT_FILE: authorityFile }, false, url),
  ])
  const code = 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'
  const refused = [`fetch failed ${code}`, `net.untrustedCertificate ${JSON.stringify({ host: `127.0.0.1:${server.port}`, code })}`]
  expect({ stranger, own, extra, alone }).toEqual({ stranger: refused, own: ['"ok"', '"ok"'], extra: ['"ok"', '"ok"'], alone: refused })
})

it('goes through the proxies of the environment: a tunnel to what is encrypted, a request for what is not, nothing for what is excepted', async () => {
  await using proxy = await proxyServer()
  await using secure = await tlsServer((_asked, response) => json(response, 'secure'))
  await using plain = await webServer((_asked, response) => json(response, 'plain'))
  const env = {
    HTTPS_PROXY: proxy.url.replace('//', '//me:pass%20word@'),
    http_proxy: proxy.url,
    NO_PROXY: 'elsewhere.test,127.0.0.2',
    SSL_CERT_FILE: authorityFile,
  }
  const [tunnel, name, here, excepted] = [
    `https://as.parley.test:${secure.port}/token?a=1`,
    `http://nas.local:${plain.port}/x`,
    `https://localhost:${secure.port}/`,
    `https://127.0.0.2:${secure.port}/`,
  ]
  expect(await asked(env, true, tunnel, name, here)).toEqual(['"secure"', '"secure"', '"plain"', '"plain"', '"secure"', '"secure"'])
  const seen = [...proxy.asked]
  // Nothing listens at this address. The proxy would find a listener, but it is not asked.
  expect(await asked(env, true, excepted)).toMatchObject([expect.stringContaining('ECONNREFUSED'), expect.stringContaining('ECONNREFUSED')])
  const connect = `CONNECT as.parley.test:${secure.port}`
  expect([seen, proxy.asked.length, new Set(proxy.credentials)]).toEqual([
    [connect, connect, `GET ${name}`, `GET ${name}`],
    4,
    new Set([`Basic ${Buffer.from('me:pass word').toString('base64')}`, '']),
  ])
  // The tunnel hides its contents, and the server learns nothing about the proxy.
  expect(secure.asked[0]).toMatchObject({
    url: '/token?a=1',
    headers: { host: `as.parley.test:${secure.port}`, authorization: 'Bearer x' },
  })
  expect([...secure.asked, ...plain.asked].filter(({ headers }) => 'proxy-authorization' in headers)).toEqual([])
})

it('says that it was the proxy that would not, and never its password', async () => {
  await using proxy = await proxyServer({ refuse: true })
  const told = await asked({ HTTPS_PROXY: proxy.url.replace('//', '//me:pass%20word@') }, true, 'https://as.parley.test/')
  const unusable = await asked({ ALL_PROXY: 'socks4://me:secret@old.test:1080' }, true, 'https://as.parley.test/')
  const params = { code: 'UND_ERR_ABORTED', host: 'as.parley.test', proxy: proxy.url.replace('http://', '') }
  expect([told, unusable]).toEqual([
    [expect.stringContaining('fetch failed'), `net.proxyFailedCode ${JSON.stringify(params)}`],
    ['net.badProxy', 'net.badProxy'],
  ])
  expect(JSON.stringify([told, unusable])).not.toMatch(/pass|secret/)
})

it('leaves Node’s own fetch its own connections, also where a proxy was asked first', async () => {
  const program = `
    import { loadUndici } from ${JSON.stringify(join(import.meta.dirname, '../net/loadUndici.ts'))}
    const { Agent } = await loadUndici()
    process.stdout.write(String(globalThis[Symbol.for('undici.globalDispatcher.1')] instanceof Agent))`
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program])
  expect(stdout).toBe('false')
})
