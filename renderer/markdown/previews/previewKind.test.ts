import { expect, it } from 'vitest'
import { previewKind } from './previewKind'

it.each([
  ['mermaid', 'flowchart LR', 'diagram'],
  ['Mermaid', 'flowchart LR', 'diagram'],
  ['html', '<p>x', 'html'],
  ['HTM', '<p>x', 'html'],
  ['svg', '<svg/>', 'svg'],
  ['xml', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'svg'],
  ['xml', '<?xml version="1.0"?>\n<svg >', 'svg'],
] as const)('a block of %s can be shown: %s', (language, code, kind) => {
  expect(previewKind(language, code)).toBe(kind)
})

it.each([
  [undefined, '<svg/>'],
  ['html', ' \n'],
  ['xml', '<note><svg/></note>'],
  ['xml', '<svgx/>'],
  ['xml', `${' '.repeat(2_000)}<svg/>`],
  ['js', '<p>x'],
  ['__proto__', '<p>x'],
  ['html" onload="x', '<p>x'],
])('a block of %j with %j is code alone', (language, code) => {
  expect(previewKind(language, code)).toBeUndefined()
})
