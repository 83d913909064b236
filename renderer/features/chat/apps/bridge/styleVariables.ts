import type { JsonObject } from '../../../../../shared/lib/json'

/** For each colour of MCP Apps, the token of Parley's that it is. */
const colours = {
  'background-primary': '--surface',
  'background-secondary': '--raised',
  'background-tertiary': '--sunk',
  'background-inverse': '--ink',
  'background-ghost': '--hover',
  'background-info': '--accent-soft',
  'background-danger': '--danger-soft',
  'background-success': '--allow-soft',
  'background-warning': '--ask-soft',
  'background-disabled': '--sunk',
  'text-primary': '--text',
  'text-secondary': '--text-2',
  'text-tertiary': '--text-3',
  'text-inverse': '--on-ink',
  'text-ghost': '--text-2',
  'text-info': '--accent',
  'text-danger': '--danger-text',
  'text-success': '--allow-text',
  'text-warning': '--ask-text',
  'text-disabled': '--text-3',
  'border-primary': '--line-strong',
  'border-secondary': '--line',
  'border-tertiary': '--line',
  'border-inverse': '--ink',
  'border-ghost': '--line',
  'border-info': '--accent-line',
  'border-danger': '--danger-line',
  'border-success': '--allow-line',
  'border-warning': '--ask-line',
  'border-disabled': '--line',
  'ring-primary': '--accent',
  'ring-secondary': '--line-control',
  'ring-inverse': '--on-ink',
  'ring-info': '--accent',
  'ring-danger': '--danger',
  'ring-success': '--allow',
  'ring-warning': '--ask',
}
const texts = { xs: '11', sm: '12', md: '14', lg: '16' }
const headings = { xs: '13', sm: '14', md: '16', lg: '20', xl: '20', '2xl': '26', '3xl': '26' }

/** For each style variable of MCP Apps, the token of Parley's that it is: 73 of 76. */
const tokens: Readonly<Record<string, string>> = {
  ...prefixed('--color-', colours),
  '--font-sans': '--font-ui',
  '--font-mono': '--font-code',
  '--font-weight-normal': '--w-text',
  '--font-weight-medium': '--w-label',
  '--font-weight-semibold': '--w-title',
  '--font-weight-bold': '--w-title',
  ...sizes('--font-text-', texts),
  ...sizes('--font-heading-', headings),
  '--border-radius-xs': '--r-1',
  '--border-radius-sm': '--r-2',
  '--border-radius-md': '--r-3',
  '--border-radius-lg': '--r-4',
  '--border-radius-xl': '--r-4',
  '--border-radius-full': '--r-full',
  '--shadow-sm': '--shadow-menu',
  '--shadow-md': '--shadow-menu',
  '--shadow-lg': '--shadow-dialog',
}

/** The others have no token. */
const own: Readonly<Record<string, string>> = { '--border-width-regular': '1px' }
const HAIRLINE = '--shadow-hairline'

function prefixed(prefix: string, table: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(table).map(([name, token]) => [prefix + name, token]))
}

function sizes(prefix: string, table: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(table).flatMap(([name, size]) => [
      [`${prefix}${name}-size`, `--t-${size}`],
      [`${prefix}${name}-line-height`, `--lh-${size}`],
    ]),
  )
}

/**
 * Pure: the 76 style variables of MCP Apps in Parley's look, colours as `light-dark()`. Undefined when one is missing: an app that gets some mixes
 * them with its own.
 * @param valueOf The value of a token, empty if there is none.
 * @param rootPx The size of the page's root, in CSS pixels: an app has another one.
 */
export function styleVariables(valueOf: (token: string) => string, rootPx: number): JsonObject | undefined {
  const line = valueOf('--line').trim()
  const values = Object.entries(tokens).map(([name, token]): [string, string] => [name, inPixels(valueOf(token).trim(), rootPx)])
  if (line === '' || values.some(([, value]) => value === '')) return undefined
  return { ...Object.fromEntries(values), ...own, [HAIRLINE]: `0 0 0 1px ${line}` }
}

function inPixels(value: string, rootPx: number): string {
  return value.replace(/([\d.]{1,12})rem\b/g, (_, size: string) => `${Number(size) * rootPx}px`)
}
