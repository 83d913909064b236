import { useState } from 'react'
import { TextField } from './TextField'

export interface RenameFieldProps {
  /** What the field is for, as a screen reader says it. */
  readonly label: string
  readonly name: string
  readonly maxLength: number
  readonly className?: string
  /** Called once with the new name, where it is another one and not empty. */
  readonly onName: (name: string) => void
  readonly onEnd: () => void
}

/** A name that is being changed where it stands: Enter or leaving it keeps the new one, Escape the old one. */
export function RenameField({ label, name, maxLength, className, onName, onEnd }: RenameFieldProps) {
  const [text, setText] = useState(name)
  const save = () => {
    onEnd()
    const next = text.trim().slice(0, maxLength)
    if (next !== '' && next !== name) onName(next)
  }
  return (
    <TextField
      aria-label={label}
      height="small"
      {...(className !== undefined && { className })}
      maxLength={maxLength}
      autoFocus
      value={text}
      onValue={setText}
      onFocus={(event) => event.currentTarget.select()}
      onBlur={save}
      onKeyDown={(event) => {
        if (event.key === 'Enter') save()
        if (event.key === 'Escape') onEnd()
      }}
    />
  )
}
