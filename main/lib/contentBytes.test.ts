import { expect, it } from 'vitest'
import type { ContentBlock } from '../../shared/domain/toolResult'
import { contentBytes } from './contentBytes'

it.each<readonly [string, ContentBlock, number]>([
  ['text in UTF-8', { type: 'text', text: 'größe' }, 7],
  ['a picture as it is, not as base64', { type: 'image', data: btoa('12345'), mimeType: 'image/png' }, 5],
  ['the text of a resource', { type: 'resource', uri: 'a:b', text: 'abc' }, 3],
  ['the bytes of a resource', { type: 'resource', uri: 'a:b', blob: btoa('1234') }, 4],
  ['the address of a link', { type: 'resource_link', uri: 'a:b', name: 'a long name' }, 3],
  ['what is not known as JSON', { type: 'unknown', kind: 'x', json: { a: 1 } }, 7],
])('counts %s', (_what, block, bytes) => {
  expect(contentBytes([block, block])).toBe(2 * bytes)
})
