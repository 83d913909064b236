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
  requestAnimationFrame(() => {
    // A message that is posted in an animation frame arrives after the browser has painted that frame.
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      shown[number] = Date.now()
    }
    port2.postMessage(undefined)
  })
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
window.bench = { shown, pressed, ask }
