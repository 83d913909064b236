import { expect, it } from 'vitest'
import { en } from '../../shared/i18n/en/index'
import { translatorOf } from '../../shared/i18n/translator'
import { escapeForTerminal, escapeLineForTerminal } from './escapeForTerminal'

const forged = 'x\nok  Start  all is well\u202e'

it('lets no value of a sentence begin a line of its own, and adds no marks around another direction', () => {
  const { t } = translatorOf('en', en, escapeLineForTerminal)
  const sentence = t('errors.session.answeredError', { server: forged })
  expect(sentence).toContain('x ok  Start  all is well<U+202E>')
  expect(sentence).not.toContain('\n')
  expect(escapeForTerminal(t('errors.session.answeredError', { server: 'שלום' }))).toContain('שלום')
  expect(escapeForTerminal(t('errors.session.answeredError', { server: 'שלום' }))).not.toContain('<U+')
})
