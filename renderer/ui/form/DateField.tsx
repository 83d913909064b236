import { classNames } from '../classNames'
import type { TextFieldProps } from './TextField'

/** A calendar day, such as `2026-11-27`. */
export function DateField({ value, onValue, height = 'usual', className, ...rest }: Omit<TextFieldProps, 'mono' | 'end'>) {
  return (
    <input
      {...rest}
      type="date"
      value={value}
      onChange={(event) => onValue(event.currentTarget.value)}
      className={classNames('field-edge num px-[0.5625rem] text-13', height === 'small' ? 'h-control' : 'h-field', className)}
    />
  )
}
