// Runs in the page before its own scripts. Records when the page painted a form and when Submit was pressed. Calls the host as the page
// does.
/* global window, document, location, MutationObserver, requestAnimationFrame */
const shown = {}
const pressed = {}

/** Returns the number of the form in front. */
function inFront() {
  const text = document.querySelector('[role="dialog"]')?.textContent ?? ''
  return /Form number (\d+) of many/.exec(text)?.[1]
}

function look() {
  const number = inFront()
  if (number === undefined || shown[number] !== undefined) return
  shown[number] = 0
  afterPaint(() => {
    shown[number] = Date.now()
  })
}

function afterPaint(then) {
  requestAnimationFrame(() => {
    // A message that is posted in an animation frame arrives after the browser has painted that frame.
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = then
    port2.postMessage(undefined)
  })
}

const LIST_LENGTH = 500

/** In a page without anything else: draws a new list for each message that arrives, and answers with the times of the paint and of the answer. */
async function drawLists(address) {
  const socket = new WebSocket(address)
  socket.addEventListener('message', ({ data }) => {
    document.body.replaceChildren(
      ...Array.from({ length: LIST_LENGTH }, (_, index) => {
        const word = document.createElement('span')
        word.textContent = `${data} ${index} `
        return word
      }),
    )
    afterPaint(() => {
      const shownAt = Date.now()
      socket.send(JSON.stringify({ shownAt, answeredAt: Date.now() }))
    })
  })
  await new Promise((resolve) => socket.addEventListener('open', resolve))
}

async function ask(name, input) {
  const socket = new WebSocket(`ws://${location.host}/ws`)
  await new Promise((resolve) => socket.addEventListener('open', resolve))
  const reply = new Promise((resolve) => socket.addEventListener('message', ({ data }) => resolve(JSON.parse(String(data)).reply)))
  socket.send(JSON.stringify({ channel: 'rpc:call', request: { id: crypto.randomUUID(), name, input } }))
  const value = await reply
  socket.close()
  return value
}

document.addEventListener('DOMContentLoaded', () =>
  new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true }),
)
document.addEventListener(
  'click',
  ({ target }) => {
    const number = inFront()
    if (number !== undefined && target.closest('[data-answer="allow"]')) pressed[number] = Date.now()
  },
  true,
)
window.bench = { shown, pressed, ask, drawLists }
