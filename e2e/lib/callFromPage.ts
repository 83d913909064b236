import type { Page } from '@playwright/test'

interface PageWithHost {
  readonly host?: { call(name: string, input: unknown, id: string): Promise<unknown> }
}

/** Calls the host as a compromised page would: it bypasses the screen and sends any name with any JSON text as input. */
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
      // Builds the message as text, so that `__proto__` goes over the wire unchanged.
      socket.send(`{"channel":"rpc:call","request":{"id":"${id}","name":${JSON.stringify(name)},"input":${inputText}}}`)
      const value = await reply
      socket.close()
      return value
    },
    { name, inputText },
  )
}
