import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const css = readFileSync(join(import.meta.dirname, '../renderer/ui/tokens.css'), 'utf8')

type Colour = readonly [lightness: number, chroma: number, hue: number]

/** Every token that is a pair of opaque colours, light and dark. */
const tokens = new Map(
  [...css.matchAll(/--([\w-]+): light-dark\(oklch\(([\d. ]+)\), oklch\(([\d. ]+)\)\)/g)].map(([, name = '', light = '', dark = '']) => [
    name,
    { light: numbers(light), dark: numbers(dark) },
  ]),
)

function numbers(text: string): Colour {
  const [lightness = 0, chroma = 0, hue = 0] = text.split(' ').map(Number)
  return [lightness, chroma, hue]
}

/** Returns the relative luminance of WCAG 2, through OKLab and linear sRGB (https://bottosson.github.io/posts/oklab/). */
function luminance([lightness, chroma, hue]: Colour): number {
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const clamp = (value: number): number => Math.min(1, Math.max(0, value))
  const red = clamp(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s)
  const green = clamp(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s)
  const blue = clamp(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(front: string, back: string, theme: 'light' | 'dark'): number {
  const [one, other] = [front, back].map((name) => {
    const token = tokens.get(name)
    if (!token) throw new Error(`tokens.css has no colour --${name}`)
    return luminance(token[theme])
  })
  const [dark = 0, light = 0] = [one ?? 0, other ?? 0].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

const pairs = (fronts: string, backs: string): readonly (readonly [string, string])[] =>
  fronts.split(' ').flatMap((front) => backs.split(' ').map((back) => [front, back] as const))

const grounds = 'frame surface raised sunk'
const text = [
  ...pairs('text text-2 text-3', `${grounds} hover press`),
  ...pairs('text text-2', 'accent-soft ask-soft allow-soft danger-soft quote'),
  ...pairs('accent ask-text allow-text danger-text deny-text', grounds),
  ...pairs('ask-text', 'ask-soft'),
  ...pairs('allow-text', 'allow-soft accent-soft'),
  ...pairs('danger-text', 'danger-soft quote'),
  ...pairs('quote-text quote-label', 'quote raised'),
  ...pairs('on-ink', 'ink ink-hover'),
  ...pairs('on-accent', 'accent'),
  ...pairs('syn-key syn-str syn-num syn-com', 'sunk'),
]
const shapes = pairs('ask allow danger deny accent line-control', 'frame surface raised')

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  it('everything that is read has a contrast of at least 4.5 to 1', () => {
    expect(tokens.size).toBeGreaterThan(40)
    expect(text.filter(([front, back]) => contrast(front, back, theme) < 4.5)).toEqual([])
  })

  it('every shape of a state and every edge of a field has at least 3 to 1', () => {
    expect(shapes.filter(([front, back]) => contrast(front, back, theme) < 3)).toEqual([])
  })
})
