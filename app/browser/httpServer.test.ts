import { networkInterfaces } from 'node:os'
import { describe, expect, it } from 'vitest'
import { english } from '../../shared/i18n/translator'
import { wayOn } from './oneTimeLinkPages'
import { answersAt, fakePageServer } from './testing/fakePageServer'

const paths = [
  '/',
  '/index.html',
  '/assets/index.js',
  '/linked.html',
  '/ws',
  '/link',
  '/api',
  '/mcp',
  '/sse',
  '/json',
  '/oauth/callback',
  '/favicon.ico',
]

describe('the one-time link', () => {
  it('W01, W07: lets a browser in with the page itself, which sets the cookie and shows a way on to who keeps none', async () => {
    await using server = await fakePageServer()
    const answer = await server.ask(`/?t=${server.links.issue()}`, {
      headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
    })
    expect(answer.status).toBe(200)
    expect(answer.headers['set-cookie']).toEqual([
      expect.stringMatching(new RegExp(`^parley_${server.port}=[\\w-]{43}; HttpOnly; SameSite=Strict; Path=/$`)),
    ])
    const nonce = /'nonce-([^']+)'/.exec(String(answer.headers['content-security-policy']))?.[1] ?? 'none'
    expect(answer.body).toContain(`<meta name="csp-nonce" content="${nonce}">`)
    expect(answer.body).toContain(`<div id="root">${wayOn(english)}</div>`)
    expect((await server.ask('/', { headers: { cookie: answer.headers['set-cookie']?.[0]?.split(';')[0] ?? '' } })).body).not.toContain(
      'way-on',
    )
  })

  it('goes to / when a browser that was let in opens it again', async () => {
    await using server = await fakePageServer()
    const code = server.links.issue()
    const first = await server.ask(`/?t=${code}`)
    const again = await server.ask(`/?t=${code}`, { headers: { cookie: first.headers['set-cookie']?.[0]?.split(';')[0] ?? '' } })
    expect([again.status, again.headers.location]).toEqual([303, '/'])
  })

  it('W05: is not used up by a browser that loads ahead, or only looks', async () => {
    await using server = await fakePageServer()
    const path = `/?t=${server.links.issue()}`
    const ahead = await server.ask(path, { headers: { 'sec-purpose': 'prefetch;prerender' } })
    const look = await server.ask(path, { method: 'HEAD' })
    expect([ahead.status, look.status, (await server.ask(path)).status]).toEqual([503, 503, 200])
  })

  it('W05: works beside newer ones, up to eight', async () => {
    await using server = await fakePageServer()
    const codes = Array.from({ length: 9 }, () => server.links.issue())
    const statuses = []
    for (const code of codes) statuses.push((await server.ask(`/?t=${code}`)).status)
    expect(statuses).toEqual([403, 200, 200, 200, 200, 200, 200, 200, 200])
  })
})

describe('the page', () => {
  it('comes with a nonce of its own, in the policy and in the document', async () => {
    await using server = await fakePageServer()
    const cookie = await server.letIn()
    const [one, two] = [await server.ask('/', { headers: { cookie } }), await server.ask('/', { headers: { cookie } })]
    const nonce = /'nonce-([^']+)'/.exec(String(one.headers['content-security-policy']))?.[1] ?? 'none'
    expect(one.body).toContain(`<meta name="csp-nonce" content="${nonce}">`)
    expect(two.body).not.toContain(nonce)
    expect([one.headers['cache-control'], one.headers['content-type']]).toEqual(['no-store', 'text/html; charset=utf-8'])
  })

  it('is in the chosen theme before anything in it runs', async () => {
    await using server = await fakePageServer()
    const cookie = await server.letIn()
    const opening = async (): Promise<string | undefined> =>
      /<html [^>]*data-theme="([^"]*)"><meta name="color-scheme" content="([^"]*)">/
        .exec((await server.ask('/', { headers: { cookie } })).body)
        ?.slice(1)
        .join(': ')
    const asTheSystem = await opening()
    server.choose('dark')
    expect([asTheSystem, await opening()]).toEqual(['system: light dark', 'dark: dark'])
  })

  it('is in the chosen language and direction before anything in it runs', async () => {
    await using server = await fakePageServer()
    const cookie = await server.letIn()
    const opening = async (): Promise<string | undefined> =>
      /<html (.*?) data-theme/.exec((await server.ask('/', { headers: { cookie } })).body)?.[1]
    const asTheSystem = await opening()
    server.speak('de')
    const german = await opening()
    server.speak('pseudo')
    expect([asTheSystem, german, await opening()]).toEqual([
      'lang="en" dir="ltr" data-language="system"',
      'lang="de" dir="ltr" data-language="de"',
      'lang="en" dir="rtl" data-language="pseudo"',
    ])
  })

  it('speaks the language that the browser prefers to somebody without a session (RFC 9110, section 12.5.4)', async () => {
    await using server = await fakePageServer()
    const opening = async (languages: string): Promise<string | undefined> =>
      /<html lang="([^"]*)"/.exec((await server.ask('/', { headers: { 'accept-language': languages } })).body)?.[1]
    expect([await opening('de'), await opening('de; q=0.5, en;q=0.8'), await opening('en; q=0.5, de; q=0.8')]).toEqual(['de', 'en', 'de'])
    expect(await opening('de;q=0, fr')).toBe('en')
  })

  // Catches: an export in English for somebody whose screen speaks German.
  it('tells the host the languages of a browser that sees it, and of no stranger', async () => {
    await using server = await fakePageServer()
    await server.ask('/', { headers: { 'accept-language': 'fr' } })
    const cookie = await server.letIn()
    await server.ask('/', { headers: { cookie, 'accept-language': 'de, en;q=0.5' } })
    expect(server.noted).toEqual([[''], ['de', 'en']])
  })

  it('brings its files', async () => {
    await using server = await fakePageServer()
    const { status, headers, body } = await server.ask('/assets/index.js', { headers: { cookie: await server.letIn() } })
    expect([status, headers['content-type'], body]).toEqual([200, 'text/javascript; charset=utf-8', 'export {}'])
  })
})

it('W04: gives one more link to whoever can read host.json, and to nobody else', async () => {
  await using server = await fakePageServer()
  const right = await server.ask('/link', { method: 'POST', headers: { authorization: `Bearer ${server.doorSecret}` } })
  const wrong = await server.ask('/link', { method: 'POST', headers: { authorization: 'Bearer guess', cookie: await server.letIn() } })
  const { url } = JSON.parse(right.body) as { url: string }
  expect([right.status, wrong.status, (await server.ask(url.slice(url.indexOf('/?')))).status]).toEqual([200, 401, 200])
})

describe('where browsers come back to after a sign-in', () => {
  it('E02: lets in by the state alone, since another browser may have signed in, and gives no cookie', async () => {
    await using server = await fakePageServer()
    const right = await server.ask('/oauth/callback?code=c&state=right')
    const wrong = await server.ask('/oauth/callback?code=c&state=wrong', { headers: { cookie: await server.letIn() } })
    expect([right.status, wrong.status, right.headers['set-cookie'], wrong.headers['set-cookie']]).toEqual([200, 400, undefined, undefined])
    expect([right.body.includes(english.t('browser.callback.done')), wrong.body.includes(english.t('browser.callback.unknown'))]).toEqual([
      true,
      true,
    ])
    expect(server.callbacks).toEqual(['code=c&state=right', 'code=c&state=wrong'])
  })

  it('E05: only a plain visit to exactly that path counts', async () => {
    await using server = await fakePageServer()
    const query = '?code=c&state=right'
    const post = await server.ask(`/oauth/callback${query}`, { method: 'POST' })
    const head = await server.ask(`/oauth/callback${query}`, { method: 'HEAD' })
    const below = await server.ask(`/oauth/callback/../x${query}`)
    const framed = await server.ask(`/oauth/callback${query}`, { headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' } })
    const rebound = await server.ask(`/oauth/callback${query}`, { headers: { host: 'evil.test' } })
    const ahead = await server.ask(`/oauth/callback${query}`, { headers: { 'sec-purpose': 'prefetch;prerender' } })
    expect([post, head, below, framed, rebound, ahead].map(({ status }) => status)).toEqual([405, 400, 401, 403, 421, 400])
    expect(server.callbacks).toEqual([])
  })

  it('takes a browser that an authorization server sends', async () => {
    await using server = await fakePageServer()
    const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
    expect((await server.ask('/oauth/callback?code=c&state=right', { headers })).status).toBe(200)
  })

  it('E23: repeats nothing of the address, runs nothing, and tells nobody where it was', async () => {
    await using server = await fakePageServer()
    const { body, headers } = await server.ask('/oauth/callback?code=SECRET&state=right&x=%3Cscript%3E')
    expect(body).not.toMatch(/SECRET|script|state=/)
    expect(headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' })
    expect(headers['content-security-policy']).toContain("default-src 'none'")
  })
})

describe('W01: a stranger who reaches the port gets nothing', () => {
  it.each(paths)('at %s', async (path) => {
    await using server = await fakePageServer()
    const statuses = []
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'TRACE'])
      statuses.push((await server.ask(path, { method })).status)
    // A browser that returns from an unknown sign-in gets only a page that says so.
    const nothing = path === '/oauth/callback' ? 400 : 401
    expect(statuses).toEqual([nothing, nothing, path === '/link' ? 401 : 405, 405, 405, 405, 405])
  })
})

describe('W02, HT-25: only its own name is answered, against DNS rebinding', () => {
  it.each([
    ['127.0.0.1:PORT', 401],
    ['localhost:PORT', 401],
    ['evil.test:PORT', 421],
    ['127.0.0.1.evil.test:PORT', 421],
    ['localhost.:PORT', 421],
    ['LOCALHOST:PORT', 421],
    ['127.0.0.1', 421],
    ['127.0.0.1:1', 421],
    ['0.0.0.0:PORT', 421],
    ['127.1:PORT', 421],
    ['2130706433:PORT', 421],
    ['[::1]:PORT', 421],
    ['[::ffff:127.0.0.1]:PORT', 421],
    ['user@127.0.0.1:PORT', 421],
    ['127.0.0.1:PORT,evil.test', 421],
    ['', 421],
  ])('Host: %s', async (host, status) => {
    await using server = await fakePageServer()
    expect(await server.raw(`GET / HTTP/1.1\r\nHost: ${host.replace('PORT', String(server.port))}\r\n\r\n`)).toBe(status)
  })

  it('a second Host, an address in place of a path, and none at all', async () => {
    await using server = await fakePageServer()
    const own = `127.0.0.1:${server.port}`
    const statuses = [
      await server.raw(`GET / HTTP/1.1\r\nHost: ${own}\r\nHost: evil.test\r\n\r\n`),
      await server.raw(`GET http://evil.test/ HTTP/1.1\r\nHost: ${own}\r\n\r\n`),
      await server.raw(`GET //evil.test/ HTTP/1.1\r\nHost: ${own}\r\n\r\n`),
      await server.raw('GET / HTTP/1.0\r\n\r\n'),
    ]
    expect(statuses).toEqual([421, 400, 400, 421])
  })
})

describe('W03, HT-25: another origin is refused, even with the cookie', () => {
  it.each([
    'null',
    'http://localhost.evil.test',
    'http://127.0.0.1',
    'https://127.0.0.1:PORT',
    'http://127.0.0.1:PORT.evil.test',
    'http://localhost:PORT',
    'file://',
    '',
  ])('Origin: %s', async (origin) => {
    await using server = await fakePageServer()
    const headers = { cookie: await server.letIn(), origin: origin.replace('PORT', String(server.port)) }
    expect((await server.ask('/', { headers })).status).toBe(403)
  })

  it.each([
    ['cross-site', 'no-cors', 'script'],
    ['same-site', 'cors', 'empty'],
    ['same-site', 'no-cors', 'image'],
    ['cross-site', 'navigate', 'iframe'],
    ['same-site', 'navigate', 'frame'],
  ])('a browser that says %s %s %s', async (site, mode, destination) => {
    await using server = await fakePageServer()
    const headers = { cookie: await server.letIn(), 'sec-fetch-site': site, 'sec-fetch-mode': mode, 'sec-fetch-dest': destination }
    expect((await server.ask('/assets/index.js', { headers })).status).toBe(403)
  })
})

it('W04: the way in is given to nobody who only connects', async () => {
  await using server = await fakePageServer()
  const code = server.links.issue()
  for (const path of paths) {
    const { body, headers } = await server.ask(path)
    expect([headers['set-cookie'], body.includes(code), /t=[\w-]{20}/.test(body)]).toEqual([undefined, false, false])
  }
})

describe('W05: a link that leaked is worth nothing', () => {
  it('dies at its first use', async () => {
    await using server = await fakePageServer()
    const path = `/?t=${server.links.issue()}`
    const statuses = [
      (await server.ask(path)).status,
      (await server.ask(path)).status,
      (await server.ask('/?t=')).status,
      (await server.ask('/?t=x')).status,
    ]
    expect(statuses).toEqual([200, 403, 403, 403])
  })

  it('dies after five minutes', async () => {
    await using server = await fakePageServer()
    const [early, late] = [server.links.issue(), server.links.issue()]
    server.pass(5 * 60_000 - 1)
    const first = await server.ask(`/?t=${early}`)
    server.pass(1)
    expect([first.status, (await server.ask(`/?t=${late}`)).status]).toEqual([200, 403])
  })

  it('is not passed on by the page that it opens', async () => {
    await using server = await fakePageServer()
    const answer = await server.ask(`/?t=${server.links.issue()}`)
    expect([answer.headers['referrer-policy'], answer.headers['cache-control']]).toEqual(['no-referrer', 'no-store'])
  })
})

describe('W07: no other page can act through the browser of a person who is let in', () => {
  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', 'application/json'])(
    'with a form of %s',
    async (type) => {
      await using server = await fakePageServer()
      const headers = { cookie: await server.letIn(), 'content-type': type, 'x-http-method-override': 'GET' }
      const statuses = [
        (await server.ask('/', { method: 'POST', headers, body: '{"channel":"rpc:call"}' })).status,
        (await server.ask('/link', { method: 'POST', headers: { ...headers, origin: `http://127.0.0.1:${server.port}` } })).status,
      ]
      expect([statuses, server.asked]).toEqual([[405, 405], []])
    },
  )

  it('and no answer allows another origin to read it', async () => {
    await using server = await fakePageServer()
    const answer = await server.ask('/', { method: 'OPTIONS', headers: { 'access-control-request-method': 'POST' } })
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
  })
})

it('W08, HT-25: nothing listens where other computers could knock', async () => {
  await using server = await fakePageServer()
  const others = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal, family }) => !internal && family === 'IPv4')
  const answers = await Promise.all(['::1', ...others.map(({ address }) => address)].map((address) => answersAt(address, server.port)))
  expect([await answersAt('127.0.0.1', server.port), answers.filter(Boolean)]).toEqual([true, []])
})

describe('W09: no path leads out of the page', () => {
  it.each([
    '/../secret.html',
    '/..%2fsecret.html',
    '/%2e%2e/secret.html',
    '/..%5csecret.html',
    '/..\\secret.html',
    '/assets/../../secret.html',
    '/assets/..%2f..%2fsecret.html',
    '/./../secret.html',
    '/secret.html%00.js',
    '/assets/index.js/',
    '/assets/',
    '/assets',
    '/linked.html',
    '/etc/passwd',
    '/__proto__',
    '/constructor',
  ])('%s', async (path) => {
    await using server = await fakePageServer()
    const cookie = await server.letIn()
    expect(await server.raw(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nCookie: ${cookie}\r\n\r\n`)).toBe(404)
  })
})

it('W10: no answer can be framed, sniffed, embedded or outlive Parley as a worker', async () => {
  await using server = await fakePageServer()
  const cookie = await server.letIn()
  const answers = [
    await server.ask('/', { headers: { cookie } }),
    await server.ask('/assets/index.js', { headers: { cookie } }),
    await server.ask('/nothing', { headers: { cookie } }),
    await server.ask('/'),
    await server.ask(`/?t=${server.links.issue()}`),
    await server.ask('/?t=dead'),
    await server.ask('/', { headers: { host: 'evil.test' } }),
    await server.ask('/oauth/callback?code=c&state=wrong'),
    // These have no content of their own.
    await server.ask('/favicon.ico', { headers: { cookie } }),
    await server.ask('/?t=dead', { headers: { cookie } }),
    await server.ask('/link', { method: 'POST', headers: { authorization: `Bearer ${server.doorSecret}` } }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 404, 401, 200, 403, 421, 400, 204, 303, 200])
  for (const { headers } of answers) {
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'content-security-policy': expect.stringMatching(/^default-src 'none';.*frame-ancestors 'none'/),
    })
    expect(headers['content-security-policy']).not.toContain('unsafe')
  }
  expect(answers[0]?.headers['content-security-policy']).toContain("worker-src 'none'")
})

it('G03: no host that a page only names is looked up, and no visit is told where it came from', async () => {
  await using server = await fakePageServer()
  const { headers } = await server.ask('/', { headers: { cookie: await server.letIn() } })
  expect(headers).toMatchObject({ 'x-dns-prefetch-control': 'off', 'referrer-policy': 'no-referrer' })
})

it('W11: there is no way to the host but the socket, so no endpoint without a cookie', async () => {
  await using server = await fakePageServer()
  const cookie = await server.letIn()
  const call = JSON.stringify({ channel: 'rpc:call', request: { id: '1', name: 'servers.start', input: {} } })
  for (const path of paths) {
    await server.ask(path, { method: 'POST', headers: { cookie, 'content-type': 'application/json' }, body: call })
    await server.ask(`${path}?call=servers.start`, { headers: { cookie } })
  }
  expect(server.asked).toEqual([])
})
