import { getNonce } from 'get-nonce'
import { Check, ChevronsUpDown } from 'lucide-react'
import { Select } from 'radix-ui'
import type { ControlProps } from './Field'
import { classNames } from '../classNames'
import { t } from '../../i18n/t'

export interface SelectOption<V extends string> {
  /** Must not be empty. */
  readonly value: V
  readonly label: string
  /** The label is a name, such as that of a model. */
  readonly data?: boolean
  /** To the right of the label, in a quieter colour. */
  readonly note?: string
  readonly disabled?: boolean
}

export interface SelectFieldProps<V extends string> extends Partial<ControlProps> {
  readonly options: readonly SelectOption<V>[]
  readonly value: V | undefined
  readonly onValue: (value: V) => void
  /** Its accessible name when no Field provides one. */
  readonly label?: string
  readonly placeholder?: string
  /** The options come from a server. */
  readonly said?: boolean
  /** `bare`: without an edge, for bars. */
  readonly look?: 'field' | 'bare'
  readonly height?: 'usual' | 'small'
  readonly disabled?: boolean
  readonly className?: string
}

/** A choice of one of several options. Its role is `combobox`. Typing finds an option. */
export function SelectField<V extends string>({
  options,
  value,
  onValue,
  label,
  placeholder = t('ui.choose'),
  said = false,
  look = 'field',
  height = 'usual',
  disabled = false,
  className,
  ...control
}: SelectFieldProps<V>) {
  const chosen = options.find((option) => option.value === value)
  return (
    <Select.Root
      value={value ?? ''}
      disabled={disabled}
      onValueChange={(next) => {
        const option = options.find((candidate) => candidate.value === next)
        if (option) onValue(option.value)
      }}
    >
      <Select.Trigger
        {...control}
        {...(label !== undefined && { 'aria-label': label })}
        className={classNames(
          'flex items-center justify-between gap-2 text-start text-13 disabled:bg-sunk disabled:text-text-3',
          look === 'field' ? 'field-edge px-[0.5625rem]' : 'rounded-2 border border-transparent px-2 font-label text-text-2 hover:bg-hover',
          height === 'small' ? 'h-control' : 'h-field',
          className ?? (look === 'field' ? 'w-full' : undefined),
        )}
      >
        {/* "Choose" is Parley's word, and not set like a server's. */}
        <span
          {...(((said && chosen) || chosen?.data === true) && { translate: 'no' })}
          className={classNames('cut', said && chosen && 'quote text-14')}
        >
          <Select.Value placeholder={placeholder}>{chosen?.label}</Select.Value>
        </span>
        <ChevronsUpDown size={14} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-text-3" />
      </Select.Trigger>
      <Select.Portal>
        <Select.Content
          position="popper"
          sideOffset={4}
          collisionPadding={8}
          className="fading z-(--z-inside) max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width) overflow-hidden rounded-3 bg-raised p-1 text-13 shadow-menu"
        >
          <Select.Viewport nonce={getNonce()}>
            {options.map((option) => (
              <Select.Item
                key={option.value}
                value={option.value}
                disabled={option.disabled === true}
                className="flex min-h-row max-w-120 items-center gap-2 rounded-2 px-2 outline-none data-disabled:text-text-3 data-highlighted:bg-accent-soft"
              >
                <span
                  {...((said || option.data === true) && { translate: 'no' })}
                  className={classNames('breakable grow', said && 'quote text-14')}
                >
                  <Select.ItemText>{option.label}</Select.ItemText>
                </span>
                {option.note !== undefined && <span className="text-12 text-text-3">{option.note}</span>}
                <span className="w-3.5 shrink-0">
                  <Select.ItemIndicator>
                    <Check size={14} strokeWidth={2} aria-hidden="true" />
                  </Select.ItemIndicator>
                </span>
              </Select.Item>
            ))}
          </Select.Viewport>
        </Select.Content>
      </Select.Portal>
    </Select.Root>
  )
}
