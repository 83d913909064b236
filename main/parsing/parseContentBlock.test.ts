import { expect, it } from 'vitest'
import { readBlock } from './parseContentBlock'

it('reads a picture that came as a whole data: address', () => {
  const picture = { type: 'image', data: 'AAAA', mimeType: 'image/png' }
  expect(readBlock({ type: 'image', data: 'data:image/png;base64,AAAA' })).toEqual(picture)
  expect(readBlock({ ...picture, data: 'data:image/gif;base64,AAAA' })).toEqual(picture)
  expect(readBlock(picture)).toEqual(picture)
})
