import { expect, it } from 'vitest'
import { ModelRef } from '../../../../shared/domain/ids'
import { noPolicy } from '../../../../shared/domain/policyView'
import { translator } from '../../../i18n/t'
import { FakeHost } from '../../../testing/fakeHost'
import { renderWithHost } from '../../../testing/renderWithHost'
import { ProviderRow } from './ProviderRow'

it('says of a provider which models the policy does not allow, and whom to ask', async () => {
  const [one, two] = ['local/a', 'local/b'].map((ref) => ModelRef.parse(ref))
  if (!one || !two) throw new Error('There are two')
  const host = new FakeHost().publish('policy', {
    ...noPolicy,
    setBy: [{ name: 'Dana' }, { name: 'Atlas IT', contact: 'Tel. 4711' }],
    locks: { models: { by: ['Atlas IT'], facts: [{ code: 'modelsNone', params: {} }] } },
  })
  const provider = { id: 'local', kind: 'openai-compatible', name: 'Local', models: [one, two], hasKey: false } as const
  await renderWithHost(
    <>
      <ProviderRow provider={provider} />
      <ProviderRow provider={{ ...provider, id: 'other', forbidden: [two] }} />
    </>,
    host,
  )
  const { t } = translator()
  const said = t('settings.models.forbiddenBy', { by: ['Atlas IT'], count: 1, all: 2 })
  expect(document.body.textContent.split(said)).toHaveLength(2)
  expect(document.body.textContent).toContain(t('policy.askAt', { name: 'Atlas IT', contact: 'Tel. 4711' }))
})
