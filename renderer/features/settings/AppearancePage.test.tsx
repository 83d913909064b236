import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, expect, it } from 'vitest'
import type { Language } from '../../../shared/domain/settings'
import { createTranslator, english } from '../../../shared/i18n/translator'
import { setTranslator } from '../../i18n/t'
import { useLanguage } from '../../i18n/useLanguage'
import { FakeHost } from '../../testing/fakeHost'
import { renderWithHost } from '../../testing/renderWithHost'
import { settle } from '../../testing/settle'
import { AppearancePage } from './AppearancePage'

beforeAll(async () => {
  // Loads German in advance, so that the switch to it is immediate.
  await createTranslator('de')
  // jsdom lacks element methods that the list of a combobox needs.
  Object.assign(Element.prototype, { hasPointerCapture: () => false, scrollIntoView: () => undefined })
})
afterEach(() => {
  delete document.documentElement.dataset['language']
  setTranslator(english)
})

function Screen() {
  return <AppearancePage key={useLanguage()} />
}

function hostIn(language: Language): FakeHost {
  const host = new FakeHost()
  const choose = (chosen: Language): FakeHost =>
    host.publish('settings', {
      appearance: { language: chosen, theme: 'system', textSize: 100 },
      notifications: false,
      automaticSummaries: false,
    })
  host.answer('settings.set', ({ appearance }) => void choose(appearance?.language ?? language))
  return choose(language)
}

it('speaks another language as soon as it is chosen, and says so of the page', async () => {
  const view = await renderWithHost(<Screen />, hostIn('en'))
  await userEvent.click(screen.getByRole('combobox', { name: 'Language' }))
  await userEvent.click(screen.getByRole('option', { name: 'Deutsch' }))
  await settle()
  expect(view.host.asked).toEqual([{ name: 'settings.set', input: { appearance: { language: 'de' } } }])
  expect((await screen.findByRole('combobox', { name: 'Sprache' })).textContent).toBe('Deutsch')
  expect(screen.getByRole('radio', { name: 'Dunkel' })).toBeTruthy()
  expect([document.documentElement.lang, document.documentElement.dir]).toEqual(['de', 'ltr'])
})

it('stays in the pseudo-language that its shell was started in', async () => {
  document.documentElement.dataset['language'] = 'pseudo'
  await renderWithHost(<Screen />, hostIn('de'))
  await settle()
  expect(document.body.textContent).toContain('Dark')
})
