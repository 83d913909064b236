import { expect, it } from 'vitest'
import type { Icon } from '../../shared/domain/catalog'
import { chooseIcon } from './chooseIcon'

const icon = (src: string, more: Partial<Icon> = {}): Icon => ({ src: `https://a.example/${src}`, sizes: [], ...more })
const chosen = (icons: readonly Icon[], dots: number, theme: 'light' | 'dark' = 'light') =>
  chooseIcon(icons, dots, theme)?.src.slice('https://a.example/'.length)

it('IC-08: takes the smallest icon that is large enough, else the largest', () => {
  const icons = [icon('96', { sizes: ['96x96'] }), icon('16', { sizes: ['16x16'] }), icon('48', { sizes: ['32x32', '48x48'] })]
  expect([16, 17, 40, 72, 200].map((dots) => chosen(icons, dots))).toEqual(['16', '48', '48', '96', '96'])
})

it('IC-08: takes one that is made for the theme before one for any, and one for the other theme last', () => {
  const icons = [icon('dark', { theme: 'dark' }), icon('both'), icon('light', { theme: 'light' })]
  expect(chosen(icons, 20, 'light')).toBe('light')
  expect(chosen(icons, 20, 'dark')).toBe('dark')
  expect(chosen(icons.slice(0, 2), 20, 'light')).toBe('both')
  expect(chosen(icons.slice(0, 1), 20, 'light')).toBe('dark')
})

it('IC-06: never takes what Parley does not show, such as SVG, where there is something else', () => {
  const svg = icon('svg', { mimeType: 'image/svg+xml', sizes: ['any'] })
  expect(chosen([svg, icon('png', { mimeType: 'image/png', sizes: ['8x8'] })], 48)).toBe('png')
  expect(chosen([svg], 48)).toBeUndefined()
  expect(chooseIcon([{ src: 'data:image/svg+xml;base64,AA', mimeType: 'image/png', sizes: [] }], 48, 'light')).toBeUndefined()
})
