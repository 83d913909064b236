import { render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { createTranslator, english } from '../../shared/i18n/translator'
import { setTranslator, t } from '../i18n/t'
import { Text } from '../i18n/Text'
import { SafeText } from '../ui/SafeText'
import { findUntranslated } from './findUntranslated'

afterEach(() => setTranslator(english))

it('finds what stands on the screen in plain English: texts, labels, titles, placeholders and descriptions of pictures', () => {
  const { container } = render(
    <section aria-label="Servers">
      <h2>Two servers</h2>
      <input placeholder="Find" title="Finds a server" />
      <img alt="A logo" />
      <p>
        Files <b>3 tools</b>
      </p>
    </section>,
  )
  expect(findUntranslated(container)).toEqual([
    { where: 'section[aria-label]', text: 'Servers' },
    { where: 'h2', text: 'Two servers' },
    { where: 'input[title]', text: 'Finds a server' },
    { where: 'input[placeholder]', text: 'Find' },
    { where: 'img[alt]', text: 'A logo' },
    { where: 'p', text: 'Files' },
    { where: 'b', text: '3 tools' },
  ])
})

it('lets pass what the catalogues say, with its values, what is marked as a stranger’s, numbers, and what nobody sees', async () => {
  setTranslator(await createTranslator('pseudo'))
  const { container } = render(
    <section aria-label={t('layout.servers.state')}>
      <h2>{t('layout.signInTo', { server: 'Files' })}</h2>
      <p>
        <Text id="layout.disconnected" components={{ b: <b /> }} />
      </p>
      <SafeText text="Reads files" />
      <code translate="no" title="Also this">
        npx server
      </code>
      <span>1,234 · 3 Sept 2026</span>
      <p hidden>Hidden</p>
      <textarea defaultValue="What a person typed" />
    </section>,
  )
  expect(findUntranslated(container)).toEqual([])
})
