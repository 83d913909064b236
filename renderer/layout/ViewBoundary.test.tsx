import { screen } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { t } from '../i18n/t'
import { offerUndo, useUndoStore } from '../state/undoStore'
import { renderWithHost } from '../testing/renderWithHost'
import { user } from '../testing/user'
import { Button } from '../ui/Button'
import { UndoBar } from '../widgets/UndoBar'
import { ViewBoundary } from './ViewBoundary'

beforeEach(() => useUndoStore.setState({ offer: undefined, at: 0 }))

// The offer was drawn by the view alone: when the view failed right after a removal, neither its button nor Ctrl+Z was left.
it('a removal can be undone although the view failed after it', async () => {
  const undone: string[] = []
  await renderWithHost(
    <ViewBoundary>
      <View />
    </ViewBoundary>,
  )
  offerUndo('gone', () => undone.push('by button'))
  await user.click(screen.getByRole('button', { name: 'fail' }))
  expect(screen.getByRole('alert').textContent).toContain(t('layout.crash'))
  await user.click(screen.getByRole('button', { name: t('ui.undo') }))
  offerUndo('gone', () => undone.push('by key'))
  await user.keyboard('{Control>}z{/Control}')
  expect(undone).toEqual(['by button', 'by key'])
})

/** Fails at a click, as a view does whose data has a form that nobody expected. */
function View() {
  const [fails, setFails] = useState(false)
  if (fails) throw new Error('broken view')
  return (
    <>
      <Button onClick={() => setFails(true)}>fail</Button>
      <UndoBar />
    </>
  )
}
