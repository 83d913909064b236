import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { LookupAddress } from 'node:dns'
import { expect, it } from 'vitest'
import { AppError, type AppErrorData } from '../../shared/errors/appError'
import type { FetchRules } from './checkFetchTarget'
import { signInFetch, type SignInFetchOptions } from './signInFetch'
import { proxyServer } from './testing/proxyServer'
import { json, webServer } from './testing/webServer'

const here: FetchRules = { typed: new URL('http://127.0.0.1/mcp') }
const remote: FetchRules = { typed: new URL('https://mcp.example/mcp') }

const failureOf = async (answer: Promise<Response>): Promise<AppErrorData> =>
  answer.then(
    ({ status }) => expect.unreachable(`was answered with ${status}`),
    (thrown: unknown) => AppError.from(thrown).toData(),
  )

/** Names lead to where a test says, one answer after the other; the last one stays. */
const names = (...answers: (readonly string[])[]): { resolve: NonNullable<SignInFetchOptions['resolve']>; asked: string[] } => {
  const asked: string[] = []
  return {
    asked,
    resolve: async (hostname) => {
      const answer = answers[Math.min(asked.push(hostname), answers.length) - 1] ?? []
      return answer.map((address): LookupAddress => ({ address, family: address.includes(':') ? 6 : 4 }))
    },
  }
}

it('hands on a whole answer with its status, headers and address', async () => {
  await using server = await webServer((_asked, response) => json(response, { issuer: 'x' }, 404))
  const url = `http://127.0.0.1:${server.port}/.well-known/oauth-authorization-server?a=1`
  const answer = await signInFetch(here)(url, { headers: { 'MCP-Protocol-Version': '2025-11-25' } })
  expect([answer.status, answer.url, answer.headers.get('content-type'), await answer.json()]).toEqual([
    404,
    url,
    'application/json',
    { issuer: 'x' },
  ])
  expect(server.asked.map(({ method, headers }) => [method, headers['mcp-protocol-version']])).toEqual([['GET', '2025-11-25']])
})

it('keeps no connection: the next request is checked anew', async () => {
  const closed = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await using server = await webServer(({ url }, response) => {
    response.socket?.on('close', () => closed[Number(url.slice(1))]?.resolve())
    json(response, {})
  })
  const fetch = signInFetch(here)
  for (const path of ['0', '1']) await fetch(`http://127.0.0.1:${server.port}/${path}`)
  await Promise.all(closed.map(({ promise }) => promise))
  expect(server.connections).toBe(2)
})

it('sends a form as it is', async () => {
  await using server = await webServer((_asked, response) => json(response, { access_token: 'x' }))
  const body = new URLSearchParams({ grant_type: 'authorization_code', code: 'a b' })
  const answer = await signInFetch(here)(`http://127.0.0.1:${server.port}/token`, {
    method: 'POST',
    body,
    headers: { authorization: 'Basic x' },
  })
  expect([await answer.json(), server.asked]).toMatchObject([
    { access_token: 'x' },
    [{ method: 'POST', body: 'grant_type=authorization_code&code=a+b', headers: { authorization: 'Basic x' } }],
  ])
})

it('E13: a server on the internet cannot have this computer asked, by address or by name; nothing connects', async () => {
  await using server = await webServer((_asked, response) => json(response, { secret: 'of this computer' }))
  const { resolve } = names(['127.0.0.1'])
  const errors = await Promise.all(
    [`http://127.0.0.1:${server.port}/`, `http://localhost:${server.port}/`, `https://as.example:${server.port}/`].map((url) =>
      failureOf(signInFetch(remote, { resolve })(url)),
    ),
  )
  expect([errors.map(({ code }) => code), server.connections]).toEqual([['LINK_REFUSED', 'LINK_REFUSED', 'LINK_REFUSED'], 0])
  expect(JSON.stringify(errors)).not.toContain('secret')
})

it('E14: a name is looked up once for a request, and what was checked is what is asked', async () => {
  await using server = await webServer((_asked, response) => json(response, {}))
  const dns = names(['127.0.0.1'], ['169.254.169.254'])
  const typed: FetchRules = { typed: new URL('http://dev.example/mcp') }
  const fetch = signInFetch(typed, { resolve: dns.resolve })
  const first = await fetch(`http://dev.example:${server.port}/`)
  const second = await failureOf(fetch(`http://dev.example:${server.port}/`))
  expect([first.status, second.code, dns.asked, server.asked.length]).toEqual([200, 'LINK_REFUSED', ['dev.example', 'dev.example'], 1])
})

it('E14: one bad address among good ones spoils them all', async () => {
  const { resolve } = names(['93.184.216.34', '10.0.0.1'])
  expect((await failureOf(signInFetch(remote, { resolve })('https://as.example/'))).code).toBe('LINK_REFUSED')
})

it('E15, SE-10: follows three redirects of a GET and no fourth', async () => {
  await using server = await webServer(({ url }, response) => {
    const left = Number(url.slice(1))
    if (left === 0) return json(response, { at: 'the end' })
    response.writeHead(302, { location: `/${left - 1}` }).end('not read')
  })
  const fetch = signInFetch(here)
  const ended = await fetch(`http://127.0.0.1:${server.port}/3`)
  const refused = await failureOf(fetch(`http://127.0.0.1:${server.port}/50`))
  expect([await ended.json(), refused.code, server.asked.length]).toEqual([{ at: 'the end' }, 'LINK_REFUSED', 8])
})

it.each([
  ['into a private network', 'https://10.0.0.1/'],
  ['to the cloud’s metadata', 'http://169.254.169.254/latest/'],
  ['to what is not encrypted', 'http://as.example/'],
  ['to a file', 'file:///etc/passwd'],
  ['to no address', 'http://['],
])('E15, SE-10: a redirect %s is checked like the first address', async (_where, location) => {
  await using server = await webServer((_asked, response) => response.writeHead(307, { location }).end())
  expect((await failureOf(signInFetch(here)(`http://127.0.0.1:${server.port}/`))).code).toBe('LINK_REFUSED')
})

it('E15: nothing that a caller adds goes to another origin, not even on the way back', async () => {
  await using other = await webServer((_asked, response) =>
    response.writeHead(302, { location: `http://127.0.0.1:${server.port}/end` }).end(),
  )
  await using server = await webServer(({ url }, response) => {
    if (url === '/end') return json(response, {})
    response.writeHead(302, { location: `http://127.0.0.1:${other.port}/` }).end()
  })
  await signInFetch(here)(`http://127.0.0.1:${server.port}/`, { headers: { 'x-api-key': 'secret', accept: 'application/json' } })
  expect([...server.asked, ...other.asked].map(({ url, headers }) => [url, headers['x-api-key'], headers.accept])).toEqual([
    ['/', 'secret', 'application/json'],
    ['/end', undefined, 'application/json'],
    ['/', undefined, 'application/json'],
  ])
})

it.each([301, 302, 303, 307, 308])('E11: a %i from where a code or a secret was sent is not followed, to nowhere', async (status) => {
  await using evil = await webServer((_asked, response) => json(response, {}))
  await using server = await webServer((_asked, response) =>
    response.writeHead(status, { location: `http://127.0.0.1:${evil.port}/token` }).end(),
  )
  const body = new URLSearchParams({ code: 'the code', code_verifier: 'the verifier' })
  const error = await failureOf(signInFetch(here)(`http://127.0.0.1:${server.port}/token`, { method: 'POST', body }))
  expect([error.code, error.reason, evil.asked]).toEqual(['LINK_REFUSED', 'net.postRedirected', []])
})

const KB = 1_024
it.each<[string, (text: string) => [string | undefined, Uint8Array]]>([
  ['as it is', (text) => [undefined, Buffer.from(text)]],
  ['packed by gzip', (text) => ['gzip', gzipSync(text)]],
  ['packed by brotli', (text) => ['br', brotliCompressSync(text)]],
])('E21: takes 256 KB and not a byte more, %s', async (_how, pack) => {
  await using server = await webServer(({ url }, response) => {
    const [encoding, bytes] = pack(JSON.stringify('x'.repeat(Number(url.slice(1)) - 2)))
    response
      .writeHead(200, { 'content-type': 'application/json', ...(encoding !== undefined && { 'content-encoding': encoding }) })
      .end(bytes)
  })
  const fetch = signInFetch(here)
  const whole = await (await fetch(`http://127.0.0.1:${server.port}/${256 * KB}`)).text()
  const error = await failureOf(fetch(`http://127.0.0.1:${server.port}/${256 * KB + 1}`))
  expect([whole.length, error.code]).toEqual([256 * KB, 'MESSAGE_TOO_LARGE'])
})

it('E21: reads little of a bomb of half a gigabyte, and hangs up', async () => {
  const hungUp = Promise.withResolvers<void>()
  const zeros = gzipSync(Buffer.alloc(32 * KB * KB))
  await using server = await webServer((_asked, response) => {
    response.on('close', hungUp.resolve)
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
    for (let member = 0; member < 16; member++) response.write(zeros)
  })
  const before = process.memoryUsage().arrayBuffers
  const error = await failureOf(signInFetch(here)(`http://127.0.0.1:${server.port}/`))
  await hungUp.promise
  expect([error.code, process.memoryUsage().arrayBuffers - before < 64 * KB * KB]).toEqual(['MESSAGE_TOO_LARGE', true])
})

it.each<[string, (begin: () => void, write: (text: string) => void) => void]>([
  ['that says nothing', () => undefined],
  ['that never ends', (begin) => begin()],
  ['that drips', (begin, write) => [begin(), write('{"a":')]],
])('E21: an answer %s is waited for ten seconds and no longer', async (_how, answer) => {
  const hungUp = Promise.withResolvers<void>()
  await using server = await webServer((_asked, response) => {
    response.on('close', hungUp.resolve)
    answer(
      () => response.writeHead(200, { 'content-type': 'application/json' }).flushHeaders(),
      (text) => void response.write(text),
    )
  })
  const error = await failureOf(signInFetch(here, { limits: { bytes: KB, ms: 150 } })(`http://127.0.0.1:${server.port}/`))
  await hungUp.promise
  expect(error.code).toBe('TIMED_OUT')
})

it('says that the password of a proxy cannot be read, and how to write it', async () => {
  const proxyFor = (): Promise<string> => Promise.resolve('http://dana:100%@127.0.0.1:9')
  const error = await failureOf(signInFetch(here, { proxyFor })('http://127.0.0.1/'))
  expect([error.code, error.reason]).toEqual(['SERVER_UNREACHABLE', 'net.badProxyPassword'])
})

it('waits no longer for the settings of a proxy', async () => {
  const proxyFor = (): Promise<never> => new Promise(() => undefined)
  const error = await failureOf(signInFetch(here, { proxyFor, limits: { bytes: KB, ms: 20 } })('http://127.0.0.1/'))
  expect(error.code).toBe('TIMED_OUT')
})

it('E24: headers without an end are not read to it', async () => {
  await using server = await webServer((_asked, response) => {
    // The other side hangs up in the middle.
    response.socket?.on('error', () => undefined)
    response.socket?.write(`HTTP/1.1 401 Unauthorized\r\nwww-authenticate: Bearer scope="${'x '.repeat(512 * KB)}"\r\n\r\n`)
  })
  const error = await failureOf(signInFetch(here)(`http://127.0.0.1:${server.port}/`))
  expect(error).toMatchObject({
    reason: 'net.unreachableCode',
    params: { host: `127.0.0.1:${server.port}`, code: 'UND_ERR_HEADERS_OVERFLOW' },
  })
})

it('ends with its caller, by either signal', async () => {
  const arrived = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await using server = await webServer(({ url }) => arrived[Number(url.slice(1))]?.resolve())
  const reasons = [new AppError('CANCELLED', 'The request'), new AppError('CANCELLED', 'The owner')]
  const [request, owner] = [new AbortController(), new AbortController()]
  const fetch = signInFetch(here, { signal: owner.signal })
  const one = fetch(`http://127.0.0.1:${server.port}/0`, { signal: request.signal })
  const two = fetch(`http://127.0.0.1:${server.port}/1`)
  await Promise.all(arrived.map(({ promise }) => promise))
  request.abort(reasons[0])
  await expect(one).rejects.toBe(reasons[0])
  owner.abort(reasons[1])
  await expect(two).rejects.toBe(reasons[1])
})

it('E13: hands on text and JSON only, and of a refusal only JSON', async () => {
  const bodies: Readonly<Record<string, [status: number, type: string, body: string | Uint8Array]>> = {
    '/json': [200, 'application/json; charset=utf-8', '{"a":1}'],
    '/file': [200, 'application/octet-stream', '{"a":1}'],
    '/form': [200, 'application/x-www-form-urlencoded', 'access_token=x'],
    '/picture': [200, 'image/png', '{"a":1}'],
    '/bytes': [200, 'text/plain', Buffer.from([0xff, 0xfe, 0])],
    '/error': [400, 'text/html', '{"error":"invalid_grant"}'],
    '/page': [500, 'text/html', '<h1>Secrets of the intranet</h1>'],
    '/gone': [404, 'image/png', Buffer.from([0xff])],
  }
  await using server = await webServer(({ url }, response) => {
    const [status, type, body] = bodies[url] ?? [404, 'text/plain', '']
    response.writeHead(status, { 'content-type': type, 'set-cookie': 'a=b' }).end(body)
  })
  const fetch = signInFetch(here)
  const seen = await Promise.all(
    Object.keys(bodies).map(async (path) => {
      const answer = await fetch(`http://127.0.0.1:${server.port}${path}`).catch((thrown: unknown) => AppError.from(thrown).code)
      return typeof answer === 'string' ? answer : [answer.status, await answer.text(), answer.headers.get('set-cookie')]
    }),
  )
  expect(seen).toEqual([
    [200, '{"a":1}', null],
    [200, '{"a":1}', null],
    [200, 'access_token=x', null],
    'PROTOCOL_ERROR',
    'PROTOCOL_ERROR',
    [400, '{"error":"invalid_grant"}', null],
    [500, '', null],
    [404, '', null],
  ])
})

it('says what is wrong with the network in plain words', async () => {
  await using closed = await webServer(() => undefined)
  const port = closed.port
  await closed[Symbol.asyncDispose]()
  const refused = await failureOf(signInFetch(here)(`http://127.0.0.1:${port}/`))
  const unknown = await failureOf(
    signInFetch(remote, { resolve: async () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' })) })(
      'https://as.example/',
    ),
  )
  const nothing = await failureOf(signInFetch(here)('/relative'))
  expect([refused, unknown, nothing]).toMatchObject([
    { code: 'SERVER_UNREACHABLE', reason: 'net.unreachableCode', params: { host: `127.0.0.1:${port}`, code: 'ECONNREFUSED' } },
    { code: 'SERVER_UNREACHABLE', reason: 'net.unknownHost', params: { host: 'as.example' } },
    { code: 'LINK_REFUSED', reason: 'net.badAddress' },
  ])
})

it('E13, E16: goes through a proxy, which looks names up; what an address tells is checked all the same', async () => {
  await using proxy = await proxyServer()
  await using server = await webServer((_asked, response) => json(response, { through: 'the proxy' }))
  const proxyFor = (): string => proxy.url
  const nobody = async (): Promise<never> => expect.unreachable('a name was looked up')
  const answer = await signInFetch(
    { typed: new URL('http://nas.local/mcp') },
    { proxyFor, resolve: nobody },
  )(`http://nas.local:${server.port}/token?a=1`)
  const refused = await Promise.all(
    ['http://169.254.169.254/', 'https://10.0.0.1/', 'https://router/', 'http://as.example/'].map((url) =>
      failureOf(signInFetch(remote, { proxyFor, resolve: nobody })(url)),
    ),
  )
  expect([await answer.json(), refused.map(({ code }) => code), proxy.asked, server.asked[0]?.headers.host]).toEqual([
    { through: 'the proxy' },
    ['LINK_REFUSED', 'LINK_REFUSED', 'LINK_REFUSED', 'LINK_REFUSED'],
    [`GET http://nas.local:${server.port}/token?a=1`],
    `nas.local:${server.port}`,
  ])
})
