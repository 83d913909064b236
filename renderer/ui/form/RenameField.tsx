import { useState } from 'react'
import { longestHint } from './longestHint'
import { TextField } from './TextField'

export interface RenameFieldProps {
  /** The purpose of the field, for screen readers. */
  readonly label: string
  readonly name: string
  readonly maxLength: number
  readonly className?: string
  /** Called once with the new name, if it has changed and is not empty. */
  readonly onName: (name: string) => void
  readonly onEnd: () => void
}

/** Edits a name in place. Enter or leaving the field saves the new name; Escape restores the old one. */
export function RenameField({ label, name, maxLength, className, onName, onEnd }: RenameFieldProps) {
  const [text, setText] = useState(name)
  const save = () => {
    onEnd()
    const next = text.trim().slice(0, maxLength)
    if (next !== '' && next !== name) onName(next)
  }
  return (
    <>
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
      <p role="status" className="text-12 text-text-3 empty:hidden">
        {longestHint(text, maxLength)}
      </p>
    </>
  )
}
