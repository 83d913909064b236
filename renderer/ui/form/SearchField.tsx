import { Search } from 'lucide-react'
import type { ComponentProps } from 'react'
import { classNames } from '../classNames'

export interface SearchFieldProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'aria-label'> {
  readonly label: string
  readonly value: string
  readonly onValue: (value: string) => void
}

/** Searches the list below it. Escape clears it. */
export function SearchField({ label, value, onValue, className, ...rest }: SearchFieldProps) {
  return (
    <div className={classNames('field-edge flex h-control items-center gap-2 px-[0.5625rem]', className)}>
      <Search size={14} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-text-3" />
      <input
        type="search"
        autoComplete="off"
        spellCheck={false}
        {...rest}
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={(event) => onValue(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || value === '') return
          event.stopPropagation()
          onValue('')
        }}
        className="w-full min-w-0 bg-transparent text-13 outline-none [&::-webkit-search-cancel-button]:hidden"
      />
    </div>
  )
}
