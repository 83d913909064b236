/** As many bytes as the example servers of MCP Apps have on average: most of them are a framework that is in the page. */
const SCRIPT_BYTES = 240_000
const HEIGHT = 320

/** In the app. `bench.echo(count, pauseMs)` measures how long the parent takes to answer `ping`; `bench.painted()` says when the page was first seen. */
function inApp(height) {
  /* global window, document, parent, addEventListener, performance, PerformanceObserver, setTimeout */
  const waiting = new Map()
  let next = 1
  const send = (message) => parent.postMessage({ jsonrpc: '2.0', ...message }, '*')
  const ask = (method, params) =>
    new Promise((resolve) => {
      waiting.set(next, resolve)
      send({ id: next++, method, params })
    })
  const painted = new Promise((resolve) => {
    new PerformanceObserver((list) => {
      const first = list.getEntries().find(({ name }) => name === 'first-contentful-paint')
      if (first) resolve(performance.timeOrigin + first.startTime)
    }).observe({ type: 'paint', buffered: true })
  })
  addEventListener('message', ({ source, data }) => {
    if (source !== parent || data?.jsonrpc !== '2.0') return
    if (data.method === undefined) {
      waiting.get(data.id)?.(data.result)
      waiting.delete(data.id)
    } else if (data.id !== undefined) send({ id: data.id, result: {} })
  })
  window.bench = {
    painted: () => painted,
    async echo(count, pauseMs) {
      const times = []
      for (let index = 0; index < count; index++) {
        const began = performance.now()
        await ask('ping', {})
        times.push(performance.now() - began)
        await new Promise((resolve) => setTimeout(resolve, pauseMs))
      }
      return times
    },
  }
  const appInfo = { name: 'Bench', version: '1.0.0' }
  void ask('ui/initialize', { appInfo, appCapabilities: {}, protocolVersion: '2026-01-26' }).then(() => {
    send({ method: 'ui/notifications/initialized', params: {} })
    send({ method: 'ui/notifications/size-changed', params: { width: document.documentElement.scrollWidth, height } })
  })
}

export function appPage() {
  const line = (index) => `const part${index} = (a, b) => ({ sum: a + b + ${index}, text: 'part ${index}', list: [a, b, ${index}] });\n`
  let filling = ''
  for (let index = 0; filling.length < SCRIPT_BYTES; index++) filling += line(index)
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Bench</title>
<style>body{font:14px sans-serif;margin:0;padding:8px;min-height:${HEIGHT - 16}px;background:linear-gradient(#dde,#edd)}</style>
<h1>Bench</h1><p>The page of an app.</p>
<script>{${filling}}</script>
<script>(${String(inApp)})(${HEIGHT})</script></html>`
}
