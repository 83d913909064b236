import { TextField, type TextFieldProps } from './TextField'

/**
 * A number, kept as the typed text, so that no incomplete number is lost. Not `type="number"`, because that drops invalid input and changes
 * under the mouse wheel.
 */
export function NumberField(props: TextFieldProps) {
  return <TextField inputMode="decimal" {...props} className="num" />
}
