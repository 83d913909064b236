import { afterEach, expect, it, vi } from 'vitest'
import { FramePool } from './framePool'

const opened = { address: 'about:blank#outer', origin: 'http://frame.localhost:1', app: { allow: 'camera' } }
const events = { title: 'App', onConfined: vi.fn(), onMessage: vi.fn(), onEnd: vi.fn(), onTheft: vi.fn() }

afterEach(() => {
  document.body.replaceChildren()
  vi.restoreAllMocks()
})

function place(id: string): HTMLElement {
  const element = document.createElement('div')
  element.id = id
  document.body.append(element)
  return element
}
const frame = (): HTMLIFrameElement => {
  const [iframe, ...others] = document.querySelectorAll('iframe')
  if (!iframe || others.length > 0) throw new Error('One frame was expected')
  return iframe
}

it('shows a frame at the last of its places, and back at the one before when that is left', () => {
  const pool = new FramePool()
  const [row, picture] = [place('row'), place('picture')]
  pool.open('a', opened, events)
  const iframe = frame()
  const seen: unknown[] = []
  const note = (): void =>
    void seen.push(iframe === frame() && [iframe.parentElement?.id, iframe.inert, iframe.getAttribute('aria-hidden')])
  note()
  pool.place('a', row)
  note()
  pool.place('a', picture)
  note()
  pool.leave('a', picture)
  note()
  pool.leave('a', row)
  note()
  expect(seen).toEqual([
    ['', true, 'true'],
    ['row', false, null],
    ['picture', false, null],
    ['row', false, null],
    ['', true, 'true'],
  ])
})

it('moves a frame as it is, where the browser can', () => {
  const moved: string[] = []
  const moveBefore = function (this: HTMLElement, node: Node): void {
    moved.push(this.id)
    this.append(node)
  }
  Object.assign(HTMLElement.prototype, { moveBefore })
  try {
    const pool = new FramePool()
    pool.open('a', opened, events)
    pool.place('a', place('row'))
    pool.place('a', place('picture'))
    expect(moved).toEqual(['row', 'picture'])
  } finally {
    Reflect.deleteProperty(HTMLElement.prototype, 'moveBefore')
  }
})

it('an element that is not in the document, or is none of the frame’s, changes nothing', () => {
  const pool = new FramePool()
  const row = place('row')
  pool.open('a', opened, events)
  pool.place('a', row)
  pool.leave('a', place('other'))
  pool.leave('b', row)
  expect(frame().parentElement).toBe(row)
  pool.place('a', document.createElement('div'))
  expect([frame().isConnected, frame().inert]).toEqual([true, true])
})

it('a key has one frame, whose features it may ask for, and nothing is left of one that is closed', () => {
  const pool = new FramePool()
  pool.open('a', opened, events)
  const first = frame()
  pool.open('a', opened, events)
  expect([first.isConnected, frame().allow, frame().title]).toEqual([false, 'camera', 'App'])
  pool.close('a')
  expect([pool.has('a'), document.querySelectorAll('iframe').length]).toEqual([false, 0])
})

it('B07: a frame that goes on taking the focus is ended', () => {
  const field = document.createElement('textarea')
  document.body.append(field)
  field.focus()
  vi.useFakeTimers()
  const pool = new FramePool()
  const onEnd = vi.fn()
  pool.open('a', opened, { ...events, onEnd })
  pool.place('a', place('row'))
  for (let each = 0; each < 6; each++) {
    frame().focus()
    vi.advanceTimersByTime(1)
  }
  vi.useRealTimers()
  expect([onEnd.mock.calls, frame().hasAttribute('src')]).toEqual([[['stole']], false])
  pool.close('a')
})
