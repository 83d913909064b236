import { expect, it } from 'vitest'
import { render } from '@testing-library/react'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { en } from '../../shared/i18n/en/index'
import { english, translatorOf } from '../../shared/i18n/translator'
import { setTranslator } from './t'
import { Text } from './Text'

it('puts elements where the tags are, and lets no value be one', () => {
  setTranslator(
    translatorOf('en', { ...en, 'settings.appearance': compileMessageOrThrow('<b>{name}</b> asks <server/> twice <b>now</b>') }),
  )
  try {
    const { container } = render(
      <Text
        id="settings.appearance"
        values={{ name: '<b>Mallory</b> <server/>' }}
        components={{ b: <strong className="font-title" />, server: <em>Files</em> }}
      />,
    )
    expect([...container.querySelectorAll('strong.font-title')].map((strong) => strong.textContent)).toEqual([
      '<b>Mallory</b> <server/>',
      'now',
    ])
    expect([container.querySelectorAll('em').length, container.textContent]).toEqual([1, '<b>Mallory</b> <server/> asks Files twice now'])
  } finally {
    setTranslator(english)
  }
})
