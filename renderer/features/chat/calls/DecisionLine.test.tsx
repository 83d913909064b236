import { beforeEach, expect, it } from 'vitest'
import type { Why } from '../../../../shared/domain/chat'
import { useNavigation } from '../../../state/navigation'
import { find, names, press } from '../../../testing/person'
import { renderWithHost } from '../../../testing/renderWithHost'
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
  await using view = await renderWithHost(<DecisionLine why={byRule} />)
  expect(view.page.textContent).toContain(byRule.sentence)
  expect(view.page.querySelector('ul')).toBeNull()
  await press(find(view.page, 'button', 'Why'))
  expect(names(view.page, 'li')).toEqual([
    'read of files where path is in /code, alwaysdecides',
    '–Every tool of files, alwaysgives way: the other one is narrower',
  ])
})

it('leads to the rules where one of them decided', async () => {
  await using view = await renderWithHost(<DecisionLine why={byRule} />)
  await press(find(view.page, 'button', 'See rules'))
  expect(useNavigation.getState()).toMatchObject({ view: 'settings', settingsPage: 'rules' })
})

it('says it in one sentence where a person decided', async () => {
  await using view = await renderWithHost(<DecisionLine why={{ by: 'person', sentence: 'You allowed it once.' }} />)
  expect([view.page.textContent, names(view.page, 'button')]).toEqual(['Why You allowed it once.', []])
})
