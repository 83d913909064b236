/**
 * Pure: whether a configuration value contains a placeholder that another host would ask for: `${input:token}` or `{{token}}`. The values
 * are untrusted, so neither expression reads a character more than twice.
 */
export function isPlaceholder(value: string): boolean {
  return /\$\{[^{}]*\}/.test(value) || /\{\{[^{}]*\}\}/.test(value)
}
