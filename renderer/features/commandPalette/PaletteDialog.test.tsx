import { act, screen } from '@testing-library/react'
import { Command } from 'cmdk'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { t } from '../../i18n/t'
import { useNavigation } from '../../state/navigation'
import { FakeHost } from '../../testing/fakeHost'
import { renderWithHost } from '../../testing/renderWithHost'
import { user } from '../../testing/user'
import { loadLater } from '../../ui/loading/loadLater'
import { PaletteDialog } from './PaletteDialog'
import type { PaletteResultsProps } from './PaletteResults'

const field = () => screen.getByRole<HTMLInputElement>('combobox')

beforeEach(() => {
  Element.prototype.scrollIntoView = () => undefined
  useNavigation.setState({ palette: true })
})
afterEach(() => useNavigation.setState(useNavigation.getInitialState()))

/** The palette over results whose code comes when the test says so. */
async function open() {
  const loaded = Promise.withResolvers<undefined>()
  const run = vi.fn()
  const Results = ({ query }: PaletteResultsProps) => (
    <Command.List>
      <Command.Item value="first" onSelect={() => run(query)}>
        First
      </Command.Item>
    </Command.List>
  )
  let tries = 0
  const { Component } = loadLater(async () => {
    if (++tries === 1) await loaded.promise
    return Results
  })
  await renderWithHost(<PaletteDialog Results={Component} />, new FakeHost())
  return { load: () => act(async () => loaded.resolve(undefined)), fail: () => act(async () => loaded.reject(new Error('away'))), run }
}

// Catches: letters typed right after the keys of the palette go elsewhere, and Enter runs what nobody has seen.
it('takes what is typed before the results are there, in the same field, and lets Enter run nothing until then', async () => {
  const { load, run } = await open()
  const before = field()
  expect(document.activeElement).toBe(before)
  await user.keyboard('dakr{ArrowLeft}{Backspace}{Enter}')
  await load()
  await screen.findByRole('option')
  await user.keyboard('!')
  expect(field()).toBe(before)
  expect([before.value, document.activeElement, run.mock.calls]).toEqual(['da!r', before, []])
  await user.keyboard('{Enter}')
  expect(run.mock.calls).toEqual([['da!r']])
})

it('closes at Escape before the results are there', async () => {
  await open()
  await user.keyboard('da{Escape}')
  expect(useNavigation.getState().palette).toBe(false)
})

it('keeps its field where the results could not be loaded, and tries again at a press', async () => {
  const { fail } = await open()
  await fail()
  const again = await screen.findByRole('button', { name: t('layout.crash.again') })
  expect(field()).toBeDefined()
  again.focus()
  await user.keyboard('{Enter}')
  expect(await screen.findByRole('option')).toBeDefined()
})
