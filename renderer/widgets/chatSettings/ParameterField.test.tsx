import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderWithHost } from '../../testing/renderWithHost'
import { fill } from '../../testing/user'
import { ParameterField } from './ParameterField'

async function show() {
  const saved: (number | null)[] = []
  const { unmount } = await renderWithHost(
    <ParameterField parameter="temperature" value={undefined} placeholder="" onValue={(value) => saved.push(value)} />,
  )
  return { saved, unmount }
}
const field = () => screen.getByLabelText<HTMLInputElement>('Temperature')

// Catches: Escape closes the dialog, and what was typed last is gone without a word.
it('saves what was typed also when it goes before it is left', async () => {
  const { saved, unmount } = await show()
  await fill(field(), '0.2')
  unmount()
  expect(saved).toEqual([0.2])
})

it('saves nothing that no model takes', async () => {
  const { saved, unmount } = await show()
  await fill(field(), '7')
  unmount()
  expect(saved).toEqual([])
})
