import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { get, request, type IncomingHttpHeaders } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WebSocket } from 'ws'
import { systemClock } from '../../../main/lib/clock'
import type { CallbackOutcome } from '../../../main/oauth/signIn/callbackPage'
import type { PageSession } from '../../../main/rpc/pageSession'
import type { Theme } from '../../../shared/domain/settings'
import { resolveLocale, type LanguageChoice } from '../../../shared/i18n/locale'
import { createTranslator } from '../../../shared/i18n/translator'
import type { Publication, WireCall } from '../../../shared/rpc/wire'
import { RendererFiles } from '../../rendererFiles'
import { listen, servePage } from '../httpServer'
import { FirstPage } from '../firstPage'
import { OneTimeLinks } from '../oneTimeLinks'
import { PageCookies } from '../pageCookies'
import { serveSockets, socketLimits } from '../webSocketServer'

export interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface FakePageServer extends AsyncDisposable {
  readonly port: number
  readonly links: OneTimeLinks
  readonly doorSecret: string
  /** The calls of pages. The host answers every call with its input. */
  readonly asked: WireCall[]
  readonly cancelled: string[]
  /** The queries that browsers brought back from a sign-in. Only the state "right" belongs to a waiting sign-in. */
  readonly callbacks: string[]
  /** The languages of browsers that saw the page. */
  readonly noted: readonly (readonly string[])[]
  readonly sessions: { readonly publish: (publication: Publication) => void; closed: boolean }[]
  /** Sets the person's theme in the settings. */
  choose(theme: Theme): void
  speak(language: LanguageChoice): void
  /** Advances the clock of the links. */
  pass(ms: number): void
  ask(
    path: string,
    options?: { readonly method?: string; readonly headers?: Record<string, string>; readonly body?: string },
  ): Promise<Answer>
  /** Sends raw bytes. Resolves to the status of the answer, or to 0 when the connection was closed without one. */
  raw(text: string): Promise<number>
  /** Opens a fresh link and returns the Cookie header for it. */
  letIn(): Promise<string>
  /** Resolves to an open socket, or to the reason why it failed. The caller closes the socket. */
  socket(headers: Record<string, string>): Promise<WebSocket | string>
}

/**
 * Starts the real server on a real port, with a page of three files and a host that echoes.
 * @param hostStarts Settles when the host is there, or could not start. Absent: it is there at once.
 */
export async function fakePageServer(limits: Partial<typeof socketLimits> = {}, hostStarts?: Promise<void>): Promise<FakePageServer> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-page-'))
  mkdirSync(join(folder, 'renderer', 'assets'), { recursive: true })
  writeFileSync(join(folder, 'secret.html'), 'outside')
  writeFileSync(
    join(folder, 'renderer', 'index.html'),
    '<!doctype html><html lang="__LANG__" dir="__DIR__" data-language="__LANGUAGE__" data-theme="__THEME__"><meta name="color-scheme" content="__COLOR_SCHEME__"><meta name="csp-nonce" content="__CSP_NONCE__"><script src="/assets/index.js"></script><div id="root"></div>',
  )
  writeFileSync(join(folder, 'renderer', 'assets', 'index.js'), 'export {}')
  symlinkSync(join(folder, 'secret.html'), join(folder, 'renderer', 'linked.html'))

  let time = 0
  let theme: Theme = 'system'
  let language: LanguageChoice = 'system'
  const clock = { ...systemClock, now: () => time }
  const { server, port } = await listen(0)
  const links = new OneTimeLinks(clock)
  const cookies = new PageCookies(port)
  const firstPage = new FirstPage()
  const doorSecret = 'the-word-in-host-json'
  const asked: WireCall[] = []
  const cancelled: string[] = []
  const sessions: FakePageServer['sessions'] = []
  const openSession = (publish: (publication: Publication) => void): PageSession => {
    const session = { publish, closed: false }
    sessions.push(session)
    return {
      call: async (call) => {
        asked.push(call)
        return { ok: true, value: call.input }
      },
      cancel: (id) => void cancelled.push(id),
      close: () => {
        session.closed = true
      },
    }
  }
  const openLater = async (publish: (publication: Publication) => void): Promise<PageSession> => {
    await hostStarts
    return openSession(publish)
  }
  const sockets = serveSockets({
    server,
    port,
    cookies,
    openSession: hostStarts ? openLater : openSession,
    limits: { ...socketLimits, ...limits },
  })
  const callbacks: string[] = []
  const noted: (readonly string[])[] = []
  const takeCallback = async (query: string): Promise<CallbackOutcome> => {
    callbacks.push(query)
    return query.includes('state=right') ? 'done' : 'unknown'
  }
  servePage({
    frames: 'http://*.localhost:1',
    server,
    port,
    files: new RendererFiles(join(folder, 'renderer'), { theme: () => theme, language: () => language }),
    links,
    cookies,
    firstPage,
    doorSecret,
    takeCallback,
    translator: (languages) => createTranslator(resolveLocale(language, languages)),
    noteLanguages: (languages) => void noted.push(languages),
  })

  const ask: FakePageServer['ask'] = (path, { method = 'GET', headers = {}, body } = {}) =>
    new Promise((resolve, reject) => {
      const sent = request({ host: '127.0.0.1', port, path, method, headers, agent: false }, (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
        response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }))
      })
      sent.on('error', reject).end(body)
    })

  return {
    port,
    links,
    doorSecret,
    asked,
    cancelled,
    callbacks,
    noted,
    sessions,
    choose: (chosen) => (theme = chosen),
    speak: (chosen) => (language = chosen),
    pass: (ms) => (time += ms),
    ask,
    raw: (text) =>
      new Promise((resolve) => {
        let answer = ''
        const connection = connect(port, '127.0.0.1', () => connection.write(text))
        connection.setEncoding('latin1').on('data', (chunk: string) => {
          answer += chunk
          connection.end()
        })
        connection.on('error', () => resolve(0)).on('close', () => resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 0)))
      }),
    letIn: async () => {
      const { headers } = await ask(`/?t=${links.issue()}`)
      return headers['set-cookie']?.[0]?.split(';')[0] ?? ''
    },
    socket: (headers) =>
      new Promise((resolve) => {
        const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`, { headers })
        socket.once('open', () => resolve(socket)).once('error', (error) => resolve(error.message))
      }),
    [Symbol.asyncDispose]: async () => {
      sockets.close()
      server.close()
      server.closeAllConnections()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Returns whether anything answers at an address of this computer. */
export function answersAt(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    get({ host, port, timeout: 500 }, (response) => resolve(response.resume().statusCode !== undefined))
      .on('error', () => resolve(false))
      .on('timeout', () => resolve(false))
  })
}
