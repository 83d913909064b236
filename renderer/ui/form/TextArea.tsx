import type { ComponentProps } from 'react'
import { classNames } from '../classNames'

export interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'value' | 'onChange'> {
  readonly value: string
  readonly onValue: (value: string) => void
  readonly mono?: boolean
  /** The minimum number of lines. The field grows with its content. */
  readonly lines?: number
}

/** Several lines of text. */
export function TextArea({ value, onValue, mono = false, lines = 3, className, ...rest }: TextAreaProps) {
  return (
    <textarea
      autoComplete="off"
      spellCheck={!mono}
      {...(mono && { dir: 'ltr' })}
      rows={lines}
      {...rest}
      value={value}
      style={{ minHeight: `calc(${lines} * 1.3125rem + 0.75rem)` }}
      onChange={(event) => onValue(event.currentTarget.value)}
      className={classNames(
        'field-edge block field-sizing-content max-h-80 w-full resize-none px-[0.5625rem] py-[0.3125rem] leading-[1.3125rem]',
        mono ? 'font-code text-12 tracking-[-0.01em]' : 'text-13',
        className,
      )}
    />
  )
}
