import { screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { CallId } from '../../../../shared/domain/ids'
import { ResultDocument } from '../../../../shared/results/resultDocument'
import { renderWithHost } from '../../../testing/renderWithHost'
import { user } from '../../../testing/user'
import { TreeView } from './TreeView'

const callId = CallId.parse('3f1d0d9e-0c60-4b8e-9f8c-2f9c3c6a7e11')
const active = () => document.getElementById(screen.getByRole('tree').getAttribute('aria-activedescendant') ?? '')?.textContent

beforeEach(() => {
  Element.prototype.scrollTo = vi.fn()
})

it('has the keyboard after a row was pressed, which goes away when it is scrolled out of sight', async () => {
  const here = new ResultDocument(0, '{"first":{"one":1},"second":[2,3]}')
  await renderWithHost(<TreeView shown={{ callId, facts: here.facts, here }} server="docs" choice={undefined} />)
  // jsdom lays nothing out, so that no row counts as visible.
  const [row = document.body] = screen.getAllByRole('treeitem', { hidden: true })
  await user.click(row)
  expect(document.activeElement).toBe(screen.getByRole('tree'))
  expect([row.getAttribute('aria-posinset'), row.getAttribute('aria-setsize'), row.getAttribute('aria-expanded')]).toEqual([
    '1',
    '1',
    'false',
  ])
  await user.keyboard('{Enter}{ArrowDown}')
  expect(screen.getByRole('tree').getAttribute('aria-activedescendant')).toMatch(/-1$/)
  expect(active()).toContain('first')
})
