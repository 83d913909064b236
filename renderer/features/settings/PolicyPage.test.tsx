import { beforeEach, expect, it } from 'vitest'
import { noPolicy, type PolicyView } from '../../../shared/domain/policy'
import { useNavigation } from '../../state/navigation'
import { FakeHost } from '../../testing/fakeHost'
import { names, press, find } from '../../testing/person'
import { renderWithHost } from '../../testing/renderWithHost'
import { SettingsView } from './SettingsView'

const policy: PolicyView = {
  ...noPolicy,
  files: [{ path: '/etc/parley/policy.json', from: 'machine', state: 'counts' }],
  setBy: [{ name: 'Atlas IT', contact: 'it@atlas.example' }],
  says: [
    { part: 'servers', text: 'Never allowed: npx.', by: 'Atlas IT' },
    {
      part: 'updates',
      text: 'Updates come from the channel “stable”. Parley does not update itself yet, so this has no effect today.',
      by: 'Atlas IT',
    },
  ],
}
const show = (value?: PolicyView) => {
  const host = new FakeHost().publish('models', { providers: [] }).publish('app', {
    shell: 'test',
    version: '1',
    platform: 'linux',
    dataDir: '/d',
    secretsKept: 'memory',
    fresh: false,
    problems: [],
  })
  return renderWithHost(<SettingsView />, value ? host.publish('policy', value) : host)
}

beforeEach(() => useNavigation.setState({ ...useNavigation.getInitialState(), settingsPage: 'about' }))

it('is shown only where there is a policy', async () => {
  await using without = await show(noPolicy)
  expect(names(without.page, 'nav a')).not.toContain('Policy')
  await using view = await show(policy)
  await press(find(view.page, 'nav a', 'Policy'))
  const text = view.page.textContent
  for (const part of ['Never allowed: npx.', 'Atlas IT', 'it@atlas.example', '/etc/parley/policy.json', 'does not update itself yet']) {
    expect(text).toContain(part)
  }
})

it('says that nothing works while the policy cannot be used, and that a removed one still counts', async () => {
  useNavigation.setState({ settingsPage: 'policy' })
  const error = { code: 'POLICY', message: 'The policy cannot be used: line 3', hint: 'Mend it.' } as const
  await using view = await show({
    ...noPolicy,
    files: [
      { path: '/etc/parley/policy.json', from: 'machine', state: 'broken', error },
      { path: '/x/own.json', from: 'commandLine', state: 'gone' },
    ],
  })
  const text = view.page.textContent
  for (const part of ['Everything is forbidden', 'counts until Parley is started again', 'From the command line', 'the stricter counts']) {
    expect(text).toContain(part)
  }
})

it('a page that is no longer there gives way to another', async () => {
  useNavigation.setState({ settingsPage: 'policy' })
  await using view = await show()
  expect(view.page.querySelector('[aria-current=page]')?.textContent).toBe('About')
})
