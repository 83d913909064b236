import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { ComboboxList, ComboboxOption } from './Combobox'
import { useCombobox, type ComboboxOptions } from './hooks/useCombobox'

afterEach(cleanup)

const fruits = ['apple', 'apricot', 'banana']

function Example({ marks, tabChooses = false }: Pick<ComboboxOptions<string>, 'marks' | 'tabChooses'>) {
  const [text, setText] = useState('')
  const [keys, setKeys] = useState('')
  const options = fruits.filter((fruit) => fruit.startsWith(text))
  const combobox = useCombobox({
    text,
    options,
    hasList: text !== '' && options.length > 0,
    marks,
    tabChooses,
    onChoose: (fruit) => {
      setText(fruit)
      combobox.close(fruit)
    },
  })
  return (
    <>
      <input
        aria-label="Fruit"
        role="combobox"
        aria-expanded={combobox.open}
        aria-controls={combobox.listId}
        {...combobox.field}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (!combobox.onKey(event)) setKeys(`${keys} ${event.key}`.trim())
        }}
      />
      {combobox.open && (
        <ComboboxList id={combobox.listId} label="Fruits">
          {options.map((fruit, index) => (
            <ComboboxOption key={fruit} {...combobox.option(index)}>
              {fruit}
            </ComboboxOption>
          ))}
        </ComboboxList>
      )}
      <output>{keys}</output>
    </>
  )
}

const field = (): HTMLElement => screen.getByRole('combobox', { name: 'Fruit' })
/** Finds the marked option as a screen reader does: by the field's `aria-activedescendant`, inside the list that the field controls. */
const marked = (): string | undefined => {
  const option = screen.queryByRole('option', { selected: true })
  const list = screen.queryByRole('listbox', { name: 'Fruits' })
  expect(field().getAttribute('aria-expanded')).toBe(String(list !== null))
  expect(field().getAttribute('aria-activedescendant')).toBe(option?.id ?? null)
  if (list) expect(field().getAttribute('aria-controls')).toBe(list.id)
  return option?.textContent
}
const isOpen = (): boolean => screen.queryByRole('listbox') !== null

it('tells a screen reader which option is marked, and moves the mark around the list by arrows', async () => {
  const user = userEvent.setup()
  render(<Example marks="none" />)
  expect(marked()).toBeUndefined()
  await user.type(field(), 'a')
  expect(marked()).toBeUndefined()
  const seen: unknown[] = []
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowUp']) {
    await user.keyboard(`{${key}}`)
    seen.push(marked())
  }
  expect(seen).toEqual(['apple', 'apricot', 'apple', 'apricot', 'apple'])
  expect(document.activeElement).toBe(field())
})

it('chooses with Enter what was marked, and leaves Enter to the field while nothing is', async () => {
  const user = userEvent.setup()
  render(<Example marks="none" />)
  await user.type(field(), 'a{Enter}')
  expect([isOpen(), screen.getByRole('status').textContent]).toEqual([true, 'a Enter'])
  await user.keyboard('{ArrowUp}{Enter}')
  expect([isOpen(), screen.getByDisplayValue('apricot') === field()]).toEqual([false, true])
})

it('marks the first option where Enter and Tab are to choose it, and marks it again for another text', async () => {
  const user = userEvent.setup()
  render(<Example marks="first" tabChooses />)
  await user.type(field(), 'a')
  expect(marked()).toBe('apple')
  await user.keyboard('{ArrowDown}')
  await user.type(field(), 'p')
  expect(marked()).toBe('apple')
  await user.tab()
  expect([screen.getByDisplayValue('apple') === field(), document.activeElement === field()]).toEqual([true, true])
})

it('lets Tab leave the field where it does not choose', async () => {
  const user = userEvent.setup()
  render(<Example marks="first" />)
  await user.type(field(), 'a')
  await user.tab()
  expect(document.activeElement).not.toBe(field())
})

it('closes with Escape for this text, and opens again with another one or with an arrow', async () => {
  const user = userEvent.setup()
  render(<Example marks="first" />)
  await user.type(field(), 'a{Escape}')
  expect(isOpen()).toBe(false)
  await user.keyboard('{ArrowDown}')
  expect(isOpen()).toBe(true)
  await user.keyboard('{Escape}')
  await user.type(field(), 'p')
  expect(isOpen()).toBe(true)
})

it('marks and chooses with the pointer, and the field keeps the focus', async () => {
  const user = userEvent.setup()
  render(<Example marks="none" />)
  await user.type(field(), 'a')
  await user.hover(screen.getByRole('option', { name: 'apricot' }))
  expect(marked()).toBe('apricot')
  await user.click(screen.getByRole('option', { name: 'apple' }))
  expect([screen.getByDisplayValue('apple') === field(), document.activeElement === field(), isOpen()]).toEqual([true, true, false])
})
