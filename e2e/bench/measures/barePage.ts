import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Browser } from '@playwright/test'
import { WebSocketServer, type WebSocket } from 'ws'
import * as z from 'zod'

const Drawn = z.object({ shownAt: z.number(), answeredAt: z.number() })
const server = join(import.meta.dirname, '../../e2e/bench/bareServer.mjs')

export interface RoundTrip {
  /** From the moment when a server writes until the page has painted it, in milliseconds. */
  readonly toScreen: number
  /** From the page's answer until the server has read it, in milliseconds. */
  readonly toServer: number
}

/** The control of a question: a server, a process between, and a page that draws a list, without anything of Parley. */
export interface BarePage extends AsyncDisposable {
  roundTrip(): Promise<RoundTrip>
}

/**
 * Opens the page in a browser that runs already. This process takes the place of the host.
 * @param script the file that gives the page its `bench`
 */
export async function openBarePage(browser: Browser, script: string): Promise<BarePage> {
  const child = spawn(process.execPath, [server], { stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout })
  const http = createServer((_request, response) =>
    response.setHeader('Content-Type', 'text/html').end('<!doctype html><title>Bare</title>'),
  )
  await once(http.listen(0, '127.0.0.1'), 'listening')
  const sockets = new WebSocketServer({ server: http })
  const address = `127.0.0.1:${(http.address() as AddressInfo).port}`
  const context = await browser.newContext()
  await context.addInitScript({ path: script })
  const page = await context.newPage()
  await page.goto(`http://${address}/`)
  const connected = once(sockets, 'connection')
  await page.evaluate(`bench.drawLists('ws://${address}')`)
  const [socket] = (await connected) as [WebSocket]
  const serverTime = async (): Promise<number> => {
    const line = once(lines, 'line')
    child.stdin.write('\n')
    const [time]: unknown[] = await line
    return Number(time)
  }
  return {
    async roundTrip() {
      const sentAt = await serverTime()
      const drawn = once(socket, 'message')
      socket.send(String(sentAt))
      const [data]: unknown[] = await drawn
      const readAt = await serverTime()
      const { shownAt, answeredAt } = Drawn.parse(JSON.parse(String(data)))
      return { toScreen: shownAt - sentAt, toServer: readAt - answeredAt }
    },
    async [Symbol.asyncDispose]() {
      await context.close()
      sockets.close()
      http.close()
      const ended = once(child, 'exit')
      child.stdin.end()
      await ended
    },
  }
}
