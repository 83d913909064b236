import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { currentContext } from './currentContext'
import { newView } from './appView'

const context = (shell: 'electron' | 'browser' = 'browser') =>
  currentContext({ tool: { name: 'show' }, view: newView, facts: { shell, version: '1.2.3' } })
const has = (...queries: readonly string[]): void =>
  void vi.stubGlobal('matchMedia', (query: string) => ({ matches: queries.includes(query) }))

beforeEach(() => has())
afterEach(() => {
  vi.unstubAllGlobals()
  delete document.documentElement.dataset['theme']
})

// Catches: an app in the language, the time or the colours of somebody else.
it('AP-25: tells an app the language, the time zone, the shell and the pointer of the person', () => {
  has('(any-pointer: coarse)')
  expect(context()).toMatchObject({
    locale: 'en',
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    userAgent: 'Parley/1.2.3',
    platform: 'web',
    displayMode: 'inline',
    deviceCapabilities: { touch: true, hover: false },
  })
  has('(hover: hover)')
  expect(context('electron')).toMatchObject({ platform: 'desktop', deviceCapabilities: { touch: false, hover: true } })
})

it('AP-25: tells an app the theme that was chosen, and else that of the system', () => {
  const themes = ['light', 'dark', undefined].map((chosen) => {
    if (chosen === undefined) delete document.documentElement.dataset['theme']
    else document.documentElement.dataset['theme'] = chosen
    return [false, true].map((isDark) => {
      has(...(isDark ? ['(prefers-color-scheme: dark)'] : []))
      return context().theme
    })
  })
  expect(themes).toEqual([
    ['light', 'light'],
    ['dark', 'dark'],
    ['light', 'dark'],
  ])
})
