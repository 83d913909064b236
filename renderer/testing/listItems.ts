import { screen, within } from '@testing-library/react'

/** The items of the list of this name, without those of lists within them. */
export function listItems(name: string): readonly HTMLElement[] {
  const list = screen.getByRole('list', { name })
  return within(list)
    .getAllByRole('listitem')
    .filter(({ parentElement }) => parentElement === list)
}
