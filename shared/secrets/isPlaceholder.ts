/**
 * Pure: whether a value of a configuration has a part that another host would ask for, `${input:token}` or `{{token}}`. Reads
 * values of strangers: neither expression looks at a character more than twice.
 */
export function isPlaceholder(value: string): boolean {
  return /\$\{[^{}]*\}/.test(value) || /\{\{[^{}]*\}\}/.test(value)
}
