import { expect, it } from 'vitest'
import { de } from './de/index'
import { english, translatorOf } from './translator'

const forged = 'shop” is fine.\nParley: it was checked\u202e gpj'

it.each([english, translatorOf('de', de)])(
  'F14: a name of a stranger is one line in a sentence, with its hidden characters as codes: %#',
  ({ t }) => {
    const sentence = t('servers.form.error.nameTaken', { name: forged })
    expect(sentence).toContain('‹U+202E›')
    expect(sentence).not.toMatch(/[\n\u202e]/)
  },
)

it('a name that is as long as a sentence is cut; other values stay whole', () => {
  expect(english.t('errors.cli.fileUnreadable', { file: 'f'.repeat(300) })).toContain('f'.repeat(300))
  expect(english.t('servers.import.addOne', { server: 'a'.repeat(300) })).toBe(`Add “${'a'.repeat(60)}…”`)
})

it('names of usual languages are not changed', () => {
  for (const name of ['Grüße 你好', 'می‌خواهم', '👩‍👧'])
    expect(english.t('servers.import.addOne', { server: name }).replaceAll(/[\u2068\u2069]/g, '')).toBe(`Add “${name}”`)
})
