import { act } from 'react'
import { settle } from './settle'

/** The element that a person would find by this selector and name; its name is its label, or else its text. */
export function find<E extends HTMLElement = HTMLElement>(root: ParentNode, selector: string, name: string): E {
  const found = [...root.querySelectorAll<E>(selector)].find((element) => nameOf(element) === name)
  if (!found) throw new Error(`There is no ${selector} called “${name}” among ${names(root, selector).join(', ') || 'none'}`)
  return found
}

/** The names of everything that matches, in order. */
export function names(root: ParentNode, selector: string): readonly string[] {
  return [...root.querySelectorAll<HTMLElement>(selector)].map(nameOf)
}

/** Presses what is there, and waits until everything that follows at once has happened. */
export async function press(element: HTMLElement): Promise<void> {
  await act(async () => {
    element.click()
  })
  await settle()
}

/** Puts a text into a field, as typing does. */
export async function write(field: HTMLElement, text: string): Promise<void> {
  const prototype = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype
  await act(async () => {
    // React listens to the event, and reads the value past its own setter.
    Reflect.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, text)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await settle()
}

/** Presses a key where the focus is. */
export async function key(init: KeyboardEventInit): Promise<void> {
  await act(async () => {
    ;(document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init }))
  })
  await settle()
}

function nameOf(element: HTMLElement): string {
  const label = element.getAttribute('aria-label')
  if (label !== null) return label
  const labelled = element.id === '' ? undefined : [...document.querySelectorAll('label')].find((one) => one.htmlFor === element.id)
  return (labelled ?? element).textContent.trim()
}
