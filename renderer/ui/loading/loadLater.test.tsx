import { act, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { loadLater } from './loadLater'

// Catches: a page that was loaded long ago still flashes empty when it is first opened.
test('what is loaded already is drawn with the first draw', async () => {
  const { Component, preload } = loadLater(() => Promise.resolve(Page))
  await preload()
  render(<Component name="Servers" />)
  expect(screen.queryByText('Page Servers')).not.toBeNull()
})

// Catches: a chunk that could not be loaded once is refused for as long as the window is open.
test('after a failure the next mount loads it anew', async () => {
  let tries = 0
  const { Component, preload } = loadLater(() => (++tries === 1 ? Promise.reject(new Error('away')) : Promise.resolve(Page)))
  await expect(preload()).rejects.toThrow('away')
  await act(async () => {
    render(<Component name="Inbox" />)
    await Promise.resolve()
  })
  await screen.findByText('Page Inbox')
})

function Page({ name }: { readonly name: string }) {
  return <p>Page {name}</p>
}
