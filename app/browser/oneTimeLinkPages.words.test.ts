import { expect, it } from 'vitest'
import { english } from '../../shared/i18n/translator'
import { wayOn } from './oneTimeLinkPages'

// Catches: a browser that keeps no cookie is told to go on, and has nothing to press.
it('the way on is a link to the page', () => {
  expect(wayOn(english)).toMatch(/^<p class="way-on"><a href="\/">[^<]+<\/a><\/p>$/)
})
