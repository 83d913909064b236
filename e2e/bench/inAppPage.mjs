// Runs in a page before its own scripts, for measures of apps. In Parley's page: when the region of an app was drawn, and what a person sees
// while the conversation is scrolled. In a bare page: a frame with the same document, whose requests are answered at once.
/* global window, document, performance, MutationObserver, requestAnimationFrame */
let regionAt = 0
let isDone = true

/** From now on, notes when the next region of an app is drawn. */
function expectRegion() {
  const before = new Set(document.querySelectorAll('[data-app-region]'))
  regionAt = 0
  const observer = new MutationObserver(() => {
    if ([...document.querySelectorAll('[data-app-region]')].every((region) => before.has(region))) return
    regionAt = performance.timeOrigin + performance.now()
    observer.disconnect()
  })
  observer.observe(document.body, { childList: true, subtree: true })
}

/** Shows a document in a frame of another site. Returns when it began. */
function showBare(address) {
  document.querySelector('iframe')?.remove()
  const frame = document.createElement('iframe')
  frame.sandbox = 'allow-scripts'
  frame.style.cssText = 'width: 700px; height: 320px; border: 0'
  frame.src = address
  const began = performance.timeOrigin + performance.now()
  document.body.append(frame)
  return began
}

function answerBare() {
  window.addEventListener('message', ({ source, data }) => {
    if (source === document.querySelector('iframe')?.contentWindow && data?.id !== undefined && data.method !== undefined)
      source.postMessage({ jsonrpc: '2.0', id: data.id, result: {} }, '*')
  })
}

/** The tallest part of the conversation's window in which no message is drawn, and how far a frame stands off its place, in pixels. */
function look(log) {
  const window_ = log.getBoundingClientRect()
  const rows = [...log.querySelectorAll('[role=article], article')]
    .map((row) => row.getBoundingClientRect())
    .filter(({ bottom, top }) => bottom > window_.top && top < window_.bottom)
    .toSorted((one, other) => one.top - other.top)
  let reached = window_.top
  let blank = 0
  for (const { top, bottom } of rows) {
    blank = Math.max(blank, top - reached)
    reached = Math.max(reached, bottom)
  }
  return Math.max(blank, window_.bottom - reached)
}

/** Watches each frame that the browser draws until `stopWatching`. Resolves with what was seen in each. */
function watch() {
  const log = document.querySelector('[role=log]')
  isDone = false
  return new Promise((resolve) => {
    const seen = []
    let last = performance.now()
    const each = () => {
      const now = performance.now()
      seen.push({ blank: look(log), took: now - last })
      last = now
      if (isDone) resolve(seen)
      else requestAnimationFrame(each)
    }
    requestAnimationFrame(each)
  })
}

window.benchApps = { expectRegion, regionAt: () => regionAt, showBare, answerBare, watch, stopWatching: () => void (isDone = true) }
