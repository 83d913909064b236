import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '../classNames'

export interface TextFieldProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange'> {
  readonly value: string
  readonly onValue: (value: string) => void
  /** For data: names, commands, addresses. */
  readonly mono?: boolean
  readonly height?: 'usual' | 'small'
  /** Content inside the edge, at the end: a unit, a range, an icon. */
  readonly end?: ReactNode
}

/** One line of text. */
export function TextField({ value, onValue, mono = false, height = 'usual', end, className, ...rest }: TextFieldProps) {
  const control = (
    <input
      type="text"
      autoComplete="off"
      spellCheck={!mono}
      {...(mono && { dir: 'ltr' })}
      {...rest}
      value={value}
      onChange={(event) => onValue(event.currentTarget.value)}
      className={classNames(
        'w-full min-w-0 text-13',
        end === undefined ? 'field-edge px-[0.5625rem]' : 'grow bg-transparent outline-none',
        end === undefined && (height === 'small' ? 'h-control' : 'h-field'),
        mono && 'mono',
        className,
      )}
    />
  )
  if (end === undefined) return control
  return (
    <div className={classNames('field-edge flex w-full items-center gap-2 px-[0.5625rem]', height === 'small' ? 'h-control' : 'h-field')}>
      {control}
      <span className="shrink-0 text-12 text-text-3">{end}</span>
    </div>
  )
}
