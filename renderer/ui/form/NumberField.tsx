import { TextField, type TextFieldProps } from './TextField'

/**
 * A number, kept as the text that was typed, so that nothing which is not yet a number is lost.
 * Not `type="number"`: that drops what it cannot read, and changes under the mouse wheel.
 */
export function NumberField(props: TextFieldProps) {
  return <TextField inputMode="decimal" {...props} className="num" />
}
