import { screen, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { CallId } from '../../../../shared/domain/ids'
import { ResultDocument } from '../../../../shared/results/resultDocument'
import { renderWithHost } from '../../../testing/renderWithHost'
import { user } from '../../../testing/user'
import { TreeView } from './TreeView'

const callId = CallId.parse('3f1d0d9e-0c60-4b8e-9f8c-2f9c3c6a7e11')
const activeRow = () => document.getElementById(screen.getByRole('tree').getAttribute('aria-activedescendant') ?? '')

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
  expect(activeRow()?.textContent).toContain('first')
})

it('goes to what is found once, and leaves whoever folds something then where they are', async () => {
  const here = new ResultDocument(0, '{"first":{"one":1},"second":{"two":2}}')
  await renderWithHost(<TreeView shown={{ callId, facts: here.facts, here }} server="docs" choice={undefined} />)
  await user.type(screen.getByRole('searchbox'), 'one')
  await within(screen.getByRole('search')).findByText('1 of 1')
  const scroll = vi.mocked(Element.prototype.scrollTo)
  await expect.poll(() => scroll.mock.calls.length).toBeGreaterThan(0)
  screen.getByRole('tree').focus()
  await user.keyboard('{ArrowUp}')
  const before = scroll.mock.calls.length
  const isOpen = () => activeRow()?.getAttribute('aria-expanded')
  await user.keyboard('{Enter}')
  expect([isOpen(), scroll.mock.calls.length]).toEqual(['false', before])
  await user.keyboard('{Enter}')
  expect([isOpen(), scroll.mock.calls.length]).toEqual(['true', before])
})
