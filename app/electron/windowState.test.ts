import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { placeWindow, readWindowState, writeWindowState } from './windowState'

const screen = { x: 0, y: 25, width: 1920, height: 1055 }
const usual = { width: 1280, height: 840 }
let file: string
beforeEach(() => {
  file = join(mkdtempSync(join(tmpdir(), 'parley-window-')), 'window.json')
})
afterEach(() => rmSync(join(file, '..'), { recursive: true }))

it('finds the window where it was left', () => {
  const state = { bounds: { x: 100, y: 120, width: 1000, height: 700 }, maximized: true }
  writeWindowState(file, state)
  expect([readWindowState(file), placeWindow(state, [screen])]).toEqual([state, state.bounds])
})

it.each(['', '{', '[]', '{"bounds":{"x":"left"},"maximized":1}'])('opens a usual window although its file holds %j', (text) => {
  writeFileSync(file, text)
  expect(placeWindow(readWindowState(file), [screen])).toEqual(usual)
})

it('keeps its size but not its place when its display is gone', () => {
  const away = { bounds: { x: 2500, y: 100, width: 900, height: 600 }, maximized: false }
  const above = { bounds: { x: 10, y: -500, width: 900, height: 600 }, maximized: false }
  expect([placeWindow(away, [screen]), placeWindow(above, [screen])]).toEqual([
    { width: 900, height: 600 },
    { width: 900, height: 600 },
  ])
})

it('is never smaller than a person can use', () => {
  expect(placeWindow({ bounds: { x: 0, y: 25, width: 1, height: 1 }, maximized: false }, [])).toEqual({ width: 480, height: 480 })
})
