import { useEffect, useRef, type ComponentProps, type ReactNode } from 'react'
import { classNames } from './classNames'
import type { ComboboxOptionState } from './hooks/useCombobox'

/** The list of a combobox. `id` is the `listId` of `useCombobox`. */
export function ComboboxList({ label, ...rest }: { readonly label: string } & ComponentProps<'div'>) {
  return <div {...rest} role="listbox" aria-label={label} />
}

export interface ComboboxOptionProps extends ComboboxOptionState {
  readonly className?: string
  /** Its place, where not every option is in the page. */
  readonly place?: { readonly index: number; readonly of: number }
  readonly children: ReactNode
}

/** One option. The field keeps the focus and the keyboard. The pointer marks and chooses options here. */
export function ComboboxOption({ id, active, onMark, onChoose, className, place, children }: ComboboxOptionProps) {
  const row = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (active) row.current?.scrollIntoView?.({ block: 'nearest' })
  }, [active])
  return (
    <button
      ref={row}
      id={id}
      type="button"
      role="option"
      tabIndex={-1}
      aria-selected={active}
      {...(place && { 'aria-posinset': place.index + 1, 'aria-setsize': place.of })}
      // Only a moving pointer marks an option, so a list that opens under a resting pointer marks nothing.
      onPointerMove={onMark}
      onPointerDown={(event) => event.preventDefault()}
      onClick={onChoose}
      className={classNames(
        'min-h-row w-full cursor-default items-center rounded-2 px-2 text-start',
        active && 'bg-accent-soft',
        className,
      )}
    >
      {children}
    </button>
  )
}
