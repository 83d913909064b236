import { screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { noPolicy, type PolicyView } from '../../../shared/domain/policyView'
import { useNavigation } from '../../state/navigation'
import { FakeHost } from '../../testing/fakeHost'
import { renderWithHost } from '../../testing/renderWithHost'
import { user } from '../../testing/user'
import { SettingsView } from './SettingsView'

const policy: PolicyView = {
  ...noPolicy,
  files: [{ path: '/etc/parley/policy.json', from: 'machine', state: 'counts' }],
  setBy: [{ name: 'Atlas IT', contact: 'it@atlas.example' }],
  says: [
    { part: 'servers', fact: { code: 'deny', params: { servers: ['npx'] } }, by: 'Atlas IT' },
    {
      part: 'updates',
      fact: { code: 'updates', params: { channel: 'stable' } },
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
  const { unmount } = await show(noPolicy)
  expect(screen.queryByRole('link', { name: 'Policy' })).toBeNull()
  unmount()
  await show(policy)
  await user.click(screen.getByRole('link', { name: 'Policy' }))
  const text = document.body.textContent
  for (const part of ['Never allowed: npx.', 'Atlas IT', 'it@atlas.example', '/etc/parley/policy.json', 'does not update itself yet']) {
    expect(text).toContain(part)
  }
})

it('says that nothing works while the policy cannot be used, and that a removed one still counts', async () => {
  useNavigation.setState({ settingsPage: 'policy' })
  const error = { code: 'POLICY', message: 'The policy cannot be used: line 3', hint: 'Mend it.' } as const
  await show({
    ...noPolicy,
    files: [
      { path: '/etc/parley/policy.json', from: 'machine', state: 'broken', error },
      { path: '/x/own.json', from: 'commandLine', state: 'gone' },
    ],
  })
  const text = document.body.textContent
  for (const part of ['Everything is forbidden', 'counts until Parley is started again', 'From the command line', 'the stricter counts']) {
    expect(text).toContain(part)
  }
})

it('a page that is no longer there gives way to another', async () => {
  useNavigation.setState({ settingsPage: 'policy' })
  await show()
  expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('About')
})
