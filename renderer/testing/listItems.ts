import { screen, within } from '@testing-library/react'

/** Returns the items of the list with this name, without those of nested lists. */
export function listItems(name: string): readonly HTMLElement[] {
  const list = screen.getByRole('list', { name })
  return within(list)
    .getAllByRole('listitem')
    .filter(({ parentElement }) => parentElement === list)
}
