import { expect, it } from 'vitest'
import { styleVariables } from './styleVariables'

/** Every token has a value, of its kind. */
function token(name: string): string {
  if (/^--(?:t|lh)-/.test(name)) return ' 1.125rem'
  return name.startsWith('--r-') ? '6px' : 'light-dark(oklch(1 0 0), oklch(0 0 0))'
}

it('gives all 76 variables of MCP Apps', () => {
  const variables = styleVariables(token, 16) ?? {}
  const count = (prefix: string): number => Object.keys(variables).filter((name) => name.startsWith(prefix)).length
  const groups = ['--color-background-', '--color-text-', '--color-border-', '--color-ring-', '--font-', '--border-', '--shadow-']
  expect(groups.map(count)).toEqual([10, 10, 10, 7, 28, 7, 4])
  expect(Object.keys(variables)).toHaveLength(76)
})

it('colours follow the theme by themselves, and sizes are those that the person chose for Parley', () => {
  expect(styleVariables(token, 20)).toMatchObject({
    '--color-text-primary': 'light-dark(oklch(1 0 0), oklch(0 0 0))',
    '--font-text-lg-size': '22.5px',
    '--border-radius-sm': '6px',
  })
})

it('gives none when one is missing', () => {
  expect(styleVariables((name) => (name === '--ask' ? '' : token(name)), 16)).toBeUndefined()
})
