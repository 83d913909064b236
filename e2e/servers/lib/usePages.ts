import { PAGE, type AppPage } from './pageType.ts'

/**
 * A small app that speaks the protocol by hand: it says how high it is, and then runs its own script, in which `send`, `request`, `size` and `show` are. `told` is called with what changes around it.
 * @param height What it reports once it is ready; 0: nothing.
 */
const small = (title: string, { body, script = '', height }: { body: string; script?: string; height: number }): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><style>body{margin:0;font:14px sans-serif}</style>
${body}<script>
const waiting = new Map()
let next = 1
const send = (message) => parent.postMessage({ jsonrpc: '2.0', ...message }, '*')
const request = (method, params) => new Promise((resolve) => { waiting.set(next, resolve); send({ id: next++, method, params }) })
const size = (height) => send({ method: 'ui/notifications/size-changed', params: { height } })
const show = (text) => { document.querySelector('[role=status]').textContent = text }
let told = () => {}
const run = (context) => { ${script} }
addEventListener('message', ({ source, data }) => {
  if (source !== parent || data?.jsonrpc !== '2.0') return
  if (data.method === undefined) waiting.get(data.id)?.(data.result)
  else if (data.id !== undefined) send({ id: data.id, result: {} })
  else if (data.method === 'ui/notifications/host-context-changed') told(data.params)
})
request('ui/initialize', { appInfo: { name: '${title}', version: '1.0.0' }, appCapabilities: {}, protocolVersion: '2026-01-26' }).then(({ hostContext }) => {
  send({ method: 'ui/notifications/initialized', params: {} })
  if (${height}) size(${height})
  run(hostContext)
})
</script></html>`

const status = '<p role="status">starting</p>'

/** Scrolls inside of itself. Says how far it is. */
const scroller = small('Scroller', {
  height: 300,
  body: `${status.replace('<p ', '<p style="position:sticky;top:0" ')}<div style="height:900px"></div>`,
  script: `const say = () => show('at ' + Math.round(scrollY) + ' of ' + (document.documentElement.scrollHeight - innerHeight)); addEventListener('scroll', say); say()`,
})

/** Lets the wheel do nothing. */
const swallower = small('Swallower', {
  height: 300,
  body: `${status}<button>Stay</button><div style="height:900px"></div>`,
  script: `let wheels = 0; addEventListener('wheel', (event) => { event.preventDefault(); show('wheels ' + ++wheels) }, { passive: false }); show('ready')`,
})

/** Has a state that is nowhere but in it. */
const tally = small('Tally', {
  height: 200,
  body: `${status}<button onclick="show('count ' + ++count)">Add</button>`,
  script: `self.count = 0; show('count 0')`,
})

/** As high as its window and a bit, which it says each time that its window has another height. */
const viewport = small('Viewport', {
  height: 0,
  body: `<div style="height:100vh;margin-bottom:16px">${status}</div>`,
  script: `let times = 0; new ResizeObserver(() => { size(document.documentElement.scrollHeight); show('told ' + ++times) }).observe(document.documentElement)`,
})

/** Says another height for each frame that it draws: higher and higher, or one and another. */
const restless = (title: string, height: string): string =>
  small(title, {
    height: 0,
    body: status,
    script: `let times = 0; const again = () => { size(${height}); show('told ' + ++times); setTimeout(again, 16) }; again()`,
  })

/** From the moment on in which it gets dark it takes the keyboard every so often, and says what it got. */
const thief = small('Thief', {
  height: 120,
  body: `${status}<input aria-label="Keys">`,
  script: `const keys = document.querySelector('input')
    let tries = 0
    const say = () => show('tries ' + tries + ' got ' + keys.value + '.')
    keys.oninput = say
    say()
    told = ({ theme }) => {
      if (theme !== 'dark') return
      setInterval(() => { if (document.hasFocus() && document.activeElement === keys) return; tries++; say(); keys.blur(); keys.focus(); window.focus() }, 100)
    }`,
})

/** Asks for the camera, the microphone, or the place of the computer when it is pressed, and says what it got. */
const devices = small('Devices', {
  height: 160,
  body: `${status}<button id="camera">Camera</button> <button id="microphone">Microphone</button> <button id="place">Place</button>`,
  script: `const ask = (what) => { show('asking'); return navigator.mediaDevices.getUserMedia(what).then((stream) => stream.getTracks().map(({ kind, readyState }) => kind + ' ' + readyState).join(), ({ message }) => message).then(show) }
    camera.onclick = () => ask({ video: true }); microphone.onclick = () => ask({ audio: true })
    place.onclick = () => { show('asking'); navigator.geolocation.getCurrentPosition(() => show('found'), ({ code }) => show(code === 1 ? 'denied' : 'failed')) }; show('ready')`,
})

/** Asks for the one host that it names, when it is pressed. */
const reacher = small('Reacher', {
  height: 120,
  body: `${status}<button>Reach</button>`,
  script: `document.querySelector('button').onclick = () => fetch('https://api.board.example/').then(() => 'reached', () => 'not reached').then(show); show('ready')`,
})

/** Pages for what a person does with an app, by its URI. */
export const usePages: readonly AppPage[] = [
  { uri: 'ui://board/scroller', mimeType: PAGE, text: scroller },
  { uri: 'ui://board/swallower', mimeType: PAGE, text: swallower },
  { uri: 'ui://board/tally', mimeType: PAGE, text: tally },
  { uri: 'ui://board/viewport', mimeType: PAGE, text: viewport },
  { uri: 'ui://board/growing', mimeType: PAGE, text: restless('Growing', '100 + 10 * times') },
  { uri: 'ui://board/alternating', mimeType: PAGE, text: restless('Alternating', 'Math.floor(times / 20) % 2 ? 500 : 150') },
  { uri: 'ui://board/thief', mimeType: PAGE, text: thief },
  {
    uri: 'ui://board/devices',
    mimeType: PAGE,
    text: devices,
    _meta: { ui: { permissions: { camera: {}, microphone: {}, geolocation: {} } } },
  },
  {
    uri: 'ui://board/reacher',
    mimeType: PAGE,
    text: reacher,
    _meta: { ui: { csp: { connectDomains: ['https://api.board.example'] } } },
  },
]

/** 100 MB. Parley reads every page of a server whose page it shows, so only who wants this one has it. */
export const gigantic: AppPage = {
  uri: 'ui://board/gigantic',
  mimeType: PAGE,
  get text() {
    return `<!doctype html>${'x'.repeat(100_000_000)}`
  },
}
