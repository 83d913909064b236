import { screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import type { Why } from '../../../../shared/domain/chat'
import { useNavigation } from '../../../state/navigation'
import { renderWithHost } from '../../../testing/renderWithHost'
import { namesOf } from '../../../testing/namesOf'
import { user } from '../../../testing/user'
import { DecisionLine } from './DecisionLine'

const byRule: Why = {
  by: 'rule',
  sentence: 'Allowed by your rule “read of files where path is in /code, always”.',
  stands: [
    { rule: 'read of files where path is in /code, always', locked: false, stands: 'decides', because: '' },
    { rule: 'Every tool of files, always', locked: false, stands: 'givesWay', because: 'the other one is narrower' },
  ],
}

beforeEach(() => useNavigation.setState(useNavigation.getInitialState()))

it('says why a call ran, and on opening how every rule near it stood', async () => {
  await renderWithHost(<DecisionLine why={byRule} />)
  expect(document.body.textContent).toContain(byRule.sentence)
  expect(screen.queryByRole('list')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Why' }))
  expect(namesOf(screen.queryAllByRole('listitem'))).toEqual([
    'read of files where path is in /code, alwaysdecides',
    '–Every tool of files, alwaysgives way: the other one is narrower',
  ])
})

it('leads to the rules where one of them decided', async () => {
  await renderWithHost(<DecisionLine why={byRule} />)
  await user.click(screen.getByRole('button', { name: 'See rules' }))
  expect(useNavigation.getState()).toMatchObject({ view: 'settings', settingsPage: 'rules' })
})

it('says it in one sentence where a person decided', async () => {
  await renderWithHost(<DecisionLine why={{ by: 'person', sentence: 'You allowed it once.' }} />)
  expect([document.body.textContent, namesOf(screen.queryAllByRole('button'))]).toEqual(['Why You allowed it once.', []])
})
