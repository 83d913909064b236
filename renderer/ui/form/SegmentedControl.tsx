import { classNames } from '../classNames'
import { translator } from '../../i18n/t'

export interface SegmentedControlProps<V extends string> {
  /** The purpose of the choice: "Show", "How to add". */
  readonly label: string
  readonly options: readonly { readonly value: V; readonly label: string; readonly count?: number; readonly disabled?: boolean }[]
  /** Undefined: none is chosen. */
  readonly value: V | undefined
  readonly onValue: (value: V) => void
}

/** A choice between a few things, such as views of the same content. */
export function SegmentedControl<V extends string>({ label, options, value, onValue }: SegmentedControlProps<V>) {
  return (
    <div role="group" aria-label={label} className="inline-flex max-w-full shrink-0 flex-wrap gap-0.5 rounded-2 bg-press p-0.5">
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          disabled={option.disabled}
          onClick={() => onValue(option.value)}
          className={classNames(
            'inline-flex h-[1.375rem] items-center gap-[0.3125rem] rounded-1 px-[0.5625rem] text-12 font-label',
            option.value === value ? 'bg-raised text-text ring ring-line' : 'text-text-2 enabled:hover:text-text disabled:opacity-55',
          )}
        >
          {option.label}
          {option.count !== undefined && <span className="num text-text-3">{translator().number(option.count)}</span>}
        </button>
      ))}
    </div>
  )
}
