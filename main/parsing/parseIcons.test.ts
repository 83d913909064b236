import { expect, it } from 'vitest'
import { parseIcons } from './parseIcons'

it('reads icons with their sizes and themes, and leaves out what is odd in them', () => {
  expect(
    parseIcons([
      { src: 'https://a.example/i.png', mimeType: 'image/png', sizes: ['48x48', 'ANY', 'big', 7], theme: 'dark' },
      { src: 'data:image/png;base64,AA==', sizes: '16x16 32x32', theme: 'purple', mimeType: 3 },
    ]),
  ).toEqual([
    { src: 'https://a.example/i.png', mimeType: 'image/png', sizes: ['48x48', 'any'], theme: 'dark' },
    { src: 'data:image/png;base64,AA==', sizes: ['16x16', '32x32'] },
  ])
})

it.each(['javascript:alert(1)', 'file:///etc/passwd', 'ftp://a/b', 'ws://a/b', 'parley:x', '\\\\host\\share', '', 7, null])(
  'IC-02: an icon with the address %j is not even listed',
  (src) => {
    expect(parseIcons([{ src }])).toBeUndefined()
  },
)

it('takes no more than sixteen, and none of a size that the contract refuses', () => {
  expect(parseIcons(Array.from({ length: 100 }, () => ({ src: 'data:,' })))).toHaveLength(16)
  expect(parseIcons([{ src: `data:${'x'.repeat(200_000)}` }])).toBeUndefined()
  expect(parseIcons('data:,')).toBeUndefined()
})
