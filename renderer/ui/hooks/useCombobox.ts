import { useId, useState, type KeyboardEvent } from 'react'

export interface ComboboxOptions<T> {
  /** The text in the field. A new text opens the list again and resets the mark. */
  readonly text: string
  /** The options that match the text. */
  readonly options: readonly T[]
  /** Whether there is a list for the text. */
  readonly hasList: boolean
  /** Where the mark starts: on the first option, or on none. With none, Enter belongs to the field until the person moves the mark. */
  readonly marks: 'first' | 'none'
  /** Whether Tab chooses the marked option, like Enter. */
  readonly tabChooses?: boolean
  readonly onChoose: (option: T) => void
}

export interface Combobox {
  readonly open: boolean
  /** The index of the marked option, or -1. */
  readonly active: number
  /** Returns true when the list handled the key. The field keeps the focus and passes its keys to the list first. */
  readonly onKey: (event: KeyboardEvent) => boolean
  /** Closes the list for the current text, or for the text that replaces it. */
  readonly close: (text?: string) => void
  /**
   * Attributes for the field. A field of one line also has `role="combobox"` and `aria-expanded`. A field of several lines stays a text
   * box, because ARIA in HTML allows no other role for a `textarea`.
   */
  readonly field: {
    readonly 'aria-autocomplete': 'list'
    readonly 'aria-controls'?: string
    readonly 'aria-activedescendant'?: string
  }
  /** For `ComboboxList`. */
  readonly listId: string
  /** For each `ComboboxOption`, by its index. */
  readonly option: (index: number) => ComboboxOptionState
}

export interface ComboboxOptionState {
  readonly id: string
  readonly active: boolean
  readonly onMark: () => void
  readonly onChoose: () => void
}

/** A field with a list of options below or above it. Source: WAI-ARIA Authoring Practices, combobox with a list. */
export function useCombobox<T>({ text, options, hasList, marks, tabChooses = false, onChoose }: ComboboxOptions<T>): Combobox {
  const listId = useId()
  const [closedFor, setClosedFor] = useState<string>()
  const [marked, setMarked] = useState({ text: '', index: -1 })
  const open = hasList && closedFor !== text
  const last = options.length - 1
  const active = marked.text === text ? Math.min(marked.index, last) : Math.min(marks === 'first' ? 0 : -1, last)
  const mark = (index: number): void => setMarked({ text, index })
  const close = (forText = text): void => setClosedFor(forText)
  const choose = (index: number): boolean => {
    const option = options[index]
    if (option !== undefined) onChoose(option)
    return option !== undefined
  }
  const takesKey = ({ key, shiftKey }: KeyboardEvent): boolean => {
    if (key === 'ArrowDown' && hasList && last >= 0) {
      setClosedFor(undefined)
      mark(active === last ? 0 : active + 1)
      return true
    }
    if (!open) return false
    if (key === 'ArrowUp' && last >= 0) mark(active <= 0 ? last : active - 1)
    else if (key === 'Escape') close()
    else return (key === 'Enter' || (key === 'Tab' && tabChooses)) && !shiftKey && choose(active)
    return true
  }
  const onKey = (event: KeyboardEvent): boolean => {
    // While an input method composes a word, Enter and the arrows belong to it.
    if (event.nativeEvent.isComposing || !takesKey(event)) return false
    event.preventDefault()
    event.stopPropagation()
    return true
  }
  const optionId = (index: number): string => `${listId}-${index}`
  return {
    open,
    active,
    onKey,
    close,
    field: {
      'aria-autocomplete': 'list',
      ...(open && { 'aria-controls': listId }),
      ...(open && active >= 0 && { 'aria-activedescendant': optionId(active) }),
    },
    listId,
    option: (index) => ({
      id: optionId(index),
      active: index === active,
      onMark: () => mark(index),
      onChoose: () => void choose(index),
    }),
  }
}
