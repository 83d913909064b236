import { once } from 'node:events'
import { connect, type Server } from 'node:net'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createServer } from 'node:tls'
import { proxyServer } from '../main/net/testing/proxyServer.ts'
import { authorityFile, portOf } from '../main/net/testing/webServer.ts'
import { expect, test } from './fixtures.ts'
import { alternateShells, onDesktop } from './lib/alternateShells.ts'
import { startHttpServer } from './lib/httpServerProcess.ts'
import { fixtureFile, remote } from './lib/serverEntries.ts'
import { goTo } from './screen/navigation.ts'
import { state } from './screen/servers.ts'

/** Starts a TLS front for an organisation's servers. It has a certificate for parley.test from a private authority. */
async function encrypting(port: number): Promise<AsyncDisposable & { readonly port: number }> {
  const read = (name: string): string => readFileSync(join(authorityFile, '..', name), 'utf8')
  const server: Server = createServer({ cert: read('server.pem'), key: read('server.key') }, (socket) => {
    const onward = connect(port, '127.0.0.1')
    for (const end of [socket, onward]) end.on('error', () => [socket, onward].forEach((other) => other.destroy()))
    socket.on('close', () => onward.destroy())
    socket.pipe(onward).pipe(socket)
  })
  return { port: await portOf(server), [Symbol.asyncDispose]: async () => void server.close() }
}

test('a server behind a proxy, with a certificate of an authority of the organisation, is reached', async ({ parley }) => {
  await using http = await startHttpServer(process.execPath, [fixtureFile('asksUser'), '--http', '0'])
  await using front = await encrypting(Number(new URL(http.url).port))
  await using proxy = await proxyServer()
  parley.env['HTTPS_PROXY'] = proxy.url
  // SSL_CERT_FILE replaces the computer's certificate store. The real Electron reads that store in its own way, so it needs the other
  // variable.
  parley.env[parley.kind === 'electron' ? 'NODE_EXTRA_CA_CERTS' : 'SSL_CERT_FILE'] = authorityFile
  const url = `https://localhost.parley.test:${front.port}${new URL(http.url).pathname}`
  parley.writeFile('servers.json', JSON.stringify({ mcpServers: { inside: remote(url) } }))
  const ui = await parley.launch()
  await goTo(ui, 'Servers')
  await expect(state(ui, 'inside')).toHaveText('Ready', { timeout: 30_000 })
  expect(new Set(proxy.asked)).toEqual(new Set([`CONNECT localhost.parley.test:${front.port}`]))
})

test('a certificate of an authority that this computer does not know is named as what is wrong', alternateShells(0), async ({ parley }) => {
  await using http = await startHttpServer(process.execPath, [fixtureFile('asksUser'), '--http', '0'])
  await using front = await encrypting(Number(new URL(http.url).port))
  parley.writeFile('servers.json', JSON.stringify({ mcpServers: { inside: remote(`https://127.0.0.1:${front.port}/mcp`) } }))
  const ui = await parley.launch()
  await goTo(ui, 'Servers')
  await expect(state(ui, 'inside')).toHaveText('Failed', { timeout: 30_000 })
  await expect(ui.getByRole('article', { name: 'inside' })).toContainText('The certificate of “inside” is not valid')
})

// What Chromium does with such a proxy is seen in `e2e/leaks`. On a real Electron this shows that it takes it, for this computer too.
test(
  'L07, L08: the windows of the desktop reach every address by Parley’s proxy, which lets nothing out',
  { tag: onDesktop },
  async ({ parley }) => {
    await parley.launch()
    const proxies = await parley.shell.electronApp?.evaluate(({ session }) =>
      Promise.all([
        session.defaultSession.resolveProxy('https://evil.example/'),
        session.defaultSession.resolveProxy('http://127.0.0.1:9/'),
        // This one is asked for the settings of the computer.
        session.fromPartition('network-settings').resolveProxy('https://evil.example/'),
      ]),
    )
    const [, port] = /^PROXY 127\.0\.0\.1:(\d+)$/.exec(proxies?.[0] ?? '') ?? []
    expect([port, proxies?.[1], proxies?.[2] === proxies?.[0]]).toEqual([expect.any(String), proxies?.[0], false])
    const socket = connect(Number(port), '127.0.0.1')
    socket.write('CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example\r\n\r\n')
    const [answer] = (await once(socket, 'data')) as [Buffer]
    socket.destroy()
    expect(String(answer)).toContain('403 Forbidden')
  },
)
