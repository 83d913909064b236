import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import type { CallbackOutcome } from './callbackPage'
import { createTranslator } from '../../../shared/i18n/translator'
import { LoopbackReceiver } from './loopbackReceiver'

/** A receiver that takes `state=right`, and what it was given. */
async function receiver(headMs?: number) {
  const taken: string[] = []
  const take = async (query: string): Promise<CallbackOutcome> => {
    taken.push(query)
    return query.includes('state=right') ? 'done' : 'unknown'
  }
  const open = await LoopbackReceiver.open({ take, translator: () => createTranslator('en'), ...(headMs !== undefined && { headMs }) })
  return { taken, uri: open.redirectUri, port: Number(new URL(open.redirectUri).port), [Symbol.dispose]: () => open[Symbol.dispose]() }
}

interface Visit {
  readonly method?: string
  readonly path?: string
  readonly host?: string | readonly string[]
  readonly address?: string
  readonly purpose?: string
}

function visit(
  port: number,
  { method = 'GET', path = '/callback?code=x&state=right', host = `127.0.0.1:${port}`, address = '127.0.0.1', purpose = '' }: Visit = {},
) {
  return new Promise<{ status: number; text: string; headers: Readonly<Record<string, unknown>> }>((resolve, reject) => {
    const sent = request(
      {
        host: address,
        port,
        path,
        method,
        headers: [...[host].flat().flatMap((each) => ['host', each]), 'sec-purpose', purpose],
        agent: false,
      },
      (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text, headers: response.headers }))
      },
    )
    sent.on('error', reject).end()
  })
}

/** What a connection was told before it was closed, and whether it was. */
function raw(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    socket.setEncoding('latin1').on('data', (chunk: string) => (answer += chunk))
    socket.on('close', () => resolve(answer)).on('error', reject)
  })
}

describe('LoopbackReceiver', () => {
  it.each(['127.0.0.2', '::1'])('E03: hears nobody at %s, only at 127.0.0.1', async (address) => {
    using open = await receiver()
    await expect(visit(open.port, { address })).rejects.toMatchObject({
      code: expect.stringMatching(/ECONNREFUSED|EADDRNOTAVAIL|ENETUNREACH|EAFNOSUPPORT/),
    })
    expect(open.uri).toBe(`http://127.0.0.1:${open.port}/callback`)
    expect((await visit(open.port)).status).toBe(200)
  })

  it('E04: takes a port that is free, and shares it with nobody', async () => {
    using one = await receiver()
    using two = await receiver()
    expect(one.port).not.toBe(two.port)
    const { createServer } = await import('node:net')
    const squatter = createServer()
    const failed = new Promise((resolve) => squatter.once('error', resolve))
    squatter.listen(one.port, '127.0.0.1')
    expect(await failed).toMatchObject({ code: 'EADDRINUSE' })
  })

  it.each([
    ['another host', { host: 'evil.test' }],
    ['another name of this computer', { host: 'localhost' }],
    ['another port', { host: '127.0.0.1:1' }],
    ['two hosts', { host: ['evil.test', '127.0.0.1'] }],
    ['another path', { path: '/callback/../x?code=x&state=right' }],
    ['a path below', { path: '/callback/x?code=x&state=right' }],
    ['a path in other letters', { path: '/Callback?code=x&state=right' }],
    ['a whole address', { path: 'http://evil.test/callback?code=x&state=right' }],
    ['no query', { path: '/callback' }],
    ['another method', { method: 'POST' }],
    ['only the head', { method: 'HEAD' }],
    ['a query over 8 KB', { path: `/callback?code=${'x'.repeat(9_000)}&state=right` }],
    ['a browser that loads ahead', { purpose: 'prefetch' }],
  ] satisfies [string, Visit][])('E05: turns %s away, and goes on waiting', async (_title, odd) => {
    using open = await receiver()
    expect((await visit(open.port, odd)).status).toBe(400)
    expect(open.taken).toEqual([])
    expect((await visit(open.port)).status).toBe(200)
  })

  it('E05: takes no visit that names two hosts, the right one first', async () => {
    using open = await receiver()
    expect((await visit(open.port, { host: [`127.0.0.1:${open.port}`, 'evil.test'] })).status).toBe(400)
    expect(open.taken).toEqual([])
  })

  it('E05: has sixteen visitors at once and no more, so that they use up nothing', async () => {
    using open = await receiver()
    const sockets = await Promise.all(
      Array.from({ length: 16 }, async () => {
        const socket = connect(open.port, '127.0.0.1')
        await once(socket, 'connect')
        return socket
      }),
    )
    // Closed without a word.
    expect(await raw(open.port, '').catch(() => '')).toBe('')
    await Promise.all(
      sockets.map((socket) => {
        const closed = once(socket, 'close')
        socket.destroy()
        return closed
      }),
    )
  })

  it('E05: reads no megabytes and waits for no slow hand', async () => {
    using open = await receiver(300)
    expect(
      await raw(open.port, `GET /callback?${'x'.repeat(1024 * 1024)} HTTP/1.1\r\nHost: 127.0.0.1:${open.port}\r\n\r\n`).catch(
        () => 'reset',
      ),
    ).toMatch(/^HTTP\/1\.1 431|reset/)
    expect(await raw(open.port, 'GET /callback?code=x HTTP/1.1\r\nHost: ')).toMatch(/^HTTP\/1\.1 408/)
    expect(open.taken).toEqual([])
    expect((await visit(open.port)).status).toBe(200)
  })

  // The time of the receiver itself, which the other tests shorten. The close of the connection is waited for.
  it('E05: gives a browser five seconds for its request', async () => {
    using open = await receiver(undefined)
    const began = performance.now()
    expect(await raw(open.port, 'GET /callback?code=x HTTP/1.1\r\nHost: ')).toMatch(/^HTTP\/1\.1 408/)
    const seconds = (performance.now() - began) / 1000
    expect([seconds > 4.5, seconds < 9]).toEqual([true, true])
  }, 20_000)

  it('E03: is gone after the right visit, and after no other', async () => {
    using open = await receiver()
    expect((await visit(open.port, { path: '/callback?code=x&state=wrong' })).status).toBe(400)
    expect((await visit(open.port)).text).toContain('You are signed in')
    await expect(visit(open.port)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
    expect(open.taken).toEqual(['code=x&state=wrong', 'code=x&state=right'])
  })

  it('E23: shows a page without scripts that repeats nothing, and tells nobody where it was', async () => {
    using open = await receiver()
    const path = '/callback?code=SECRET&state=wrong&error_description=%3Cscript%3Ealert(1)%3C/script%3E'
    for (const { text, headers } of [await visit(open.port, { path }), await visit(open.port, { path: path.replace('wrong', 'right') })]) {
      expect(text).not.toMatch(/SECRET|wrong|right|script|alert|src=|http:/)
      expect(headers).toMatchObject({
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringMatching(
          /^default-src 'none'; img-src data:; style-src 'nonce-[^']+'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
        ),
      })
    }
  })
})
