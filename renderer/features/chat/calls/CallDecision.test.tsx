import { screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { ServerId } from '../../../../shared/domain/ids'
import { describeRule } from '../../../../shared/rules/describeRule'
import type { Why } from '../../../../shared/domain/chat'
import { useNavigation } from '../../../state/navigation'
import { renderWithHost } from '../../../testing/renderWithHost'
import { namesOf } from '../../../testing/namesOf'
import { user } from '../../../testing/user'
import { CallDecision } from './CallDecision'

const serverId = ServerId.parse('files')
const rule = describeRule({
  subject: { serverId, tool: 'read', where: [{ path: ['path'], test: 'inFolder', value: '/code' }] },
  lasts: 'always',
})
const byRule: Why = {
  by: 'rule',
  reason: { id: 'approvals.why.allowRule', params: { rule } },
  verdict: 'allow',
  stands: [
    { rule, locked: false, stands: 'decides', because: { id: 'approvals.because.verdict.allow' } },
    {
      rule: describeRule({ subject: { serverId }, lasts: 'always' }),
      locked: false,
      stands: 'givesWay',
      because: { id: 'approvals.because.denyCounts' },
    },
  ],
}

beforeEach(() => useNavigation.setState(useNavigation.getInitialState()))

it('says why a call ran, and on opening how every rule near it stood', async () => {
  await renderWithHost(<CallDecision why={byRule} />)
  expect(document.body.textContent).toContain('Why Allowed by your rule “read of files where path is in /code, always”.')
  expect(screen.queryByRole('list')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Why' }))
  expect(namesOf(screen.queryAllByRole('listitem'))).toEqual([
    'read of files where path is in /code, alwaysdecides: it allows',
    '–Every tool of files, alwaysgives way: a rule that denies counts more',
  ])
})

it('leads to the rules where one of them decided', async () => {
  await renderWithHost(<CallDecision why={byRule} />)
  await user.click(screen.getByRole('button', { name: 'See rules' }))
  expect(useNavigation.getState()).toMatchObject({ view: 'settings', settingsPage: 'rules' })
})

it('says it in one sentence where a person decided', async () => {
  await renderWithHost(<CallDecision why={{ by: 'person', reason: { id: 'approvals.why.allowedOnce' } }} />)
  expect([document.body.textContent, namesOf(screen.queryAllByRole('button'))]).toEqual(['Why You allowed it once.', []])
})
