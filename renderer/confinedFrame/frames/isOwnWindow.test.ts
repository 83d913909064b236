import { expect, it } from 'vitest'
import { isOwnWindow } from './isOwnWindow'

/** A window in another one; without one it is the page's. */
function windowIn(parent?: Window): Window {
  const made = {} as { parent: unknown }
  made.parent = parent ?? made
  return made as Window
}

it('L14: an app speaks with its parent, itself and frames in it, and with nobody else', () => {
  const page = windowIn()
  const [outer, other] = [windowIn(page), windowIn(page)]
  const [app, sibling] = [windowIn(outer), windowIn(other)]
  const inApp = windowIn(windowIn(app))
  expect([outer, app, inApp].map((source) => isOwnWindow(source, app))).toEqual([true, true, true])
  expect([page, other, sibling, windowIn(sibling), windowIn()].map((source) => isOwnWindow(source, app))).toEqual(Array(5).fill(false))
  // A window that is gone, a port, and a frame that its app removed before it was heard: what was thrown there let the message pass.
  const removed = { parent: null } as unknown as Window
  expect([isOwnWindow(null, app), isOwnWindow({} as MessagePort, app), isOwnWindow(removed, app)]).toEqual([false, false, false])
})
