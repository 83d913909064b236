import type { Page } from '@playwright/test'

interface PageWithHost {
  readonly host?: { call(name: string, input: unknown, id: string): Promise<unknown> }
}

/** Asks the host for something as a page would that was taken over: past the screen, with any name and any JSON text as input. */
export function callFromPage(ui: Page, name: string, inputText: string): Promise<unknown> {
  return ui.evaluate(
    async ({ name, inputText }) => {
      const { host } = window as unknown as PageWithHost
      if (host) return host.call(name, JSON.parse(inputText), crypto.randomUUID())
      const socket = new WebSocket(`ws://${location.host}/ws`)
      await new Promise((resolve, reject) => {
        socket.onopen = resolve
        socket.onerror = reject
      })
      const reply = new Promise<unknown>((resolve) => {
        socket.onmessage = ({ data }) => resolve((JSON.parse(String(data)) as { reply: unknown }).reply)
        socket.onclose = ({ code }) => resolve({ ok: false, closed: code })
      })
      const id = crypto.randomUUID()
      // Put together as text, so that `__proto__` goes over the wire as it is.
      socket.send(`{"channel":"rpc:call","request":{"id":"${id}","name":${JSON.stringify(name)},"input":${inputText}}}`)
      const value = await reply
      socket.close()
      return value
    },
    { name, inputText },
  )
}
