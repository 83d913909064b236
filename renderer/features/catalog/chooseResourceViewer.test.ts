import { expect, it } from 'vitest'
import type { ResourceItem } from '../../../shared/domain/resourceContents'
import { tinyPng } from '../../testing/tinyPng'
import { chooseResourceViewer } from './chooseResourceViewer'

const item = (change: Partial<ResourceItem>): ResourceItem => ({ uri: 'test://a', ...change })
const base64 = (text: string): string => btoa(text)

it('shows JSON in order, whatever it is called, and broken JSON as it came', () => {
  expect(chooseResourceViewer(item({ text: '{"a":1}', mimeType: 'application/json' }))).toEqual({
    kind: 'code',
    code: '{\n  "a": 1\n}',
    language: 'json',
  })
  expect(chooseResourceViewer(item({ text: '[1]' }))).toEqual({ kind: 'code', code: '[\n  1\n]', language: 'json' })
  expect(chooseResourceViewer(item({ text: '{"a":', mimeType: 'application/json' }))).toEqual({
    kind: 'code',
    code: '{"a":',
    language: 'json',
  })
})

it('colours by type, then by the ending of the address', () => {
  expect(chooseResourceViewer(item({ text: 'x', mimeType: 'text/x-python; charset=utf-8' }))).toEqual({
    kind: 'code',
    code: 'x',
    language: 'python',
  })
  expect(chooseResourceViewer(item({ text: 'x', uri: 'file:///a/b.ts?v=1', mimeType: 'text/plain' }))).toEqual({
    kind: 'code',
    code: 'x',
    language: 'typescript',
  })
  expect(chooseResourceViewer(item({ text: 'x', mimeType: 'text/plain' }))).toEqual({ kind: 'code', code: 'x' })
})

it('shows Markdown as its source, and HTML and SVG as text', () => {
  expect(chooseResourceViewer(item({ text: '# Hi', mimeType: 'text/markdown' }))).toEqual({
    kind: 'code',
    code: '# Hi',
    language: 'markdown',
  })
  expect(chooseResourceViewer(item({ text: '<b>', mimeType: 'text/html' }))).toEqual({ kind: 'code', code: '<b>', language: 'html' })
  expect(chooseResourceViewer(item({ blob: base64('<svg/>'), mimeType: 'image/svg+xml' }))).toEqual({
    kind: 'code',
    code: '<svg/>',
    language: 'xml',
  })
})

it('shows images and sound from the list of known kinds only, and never half of one', () => {
  expect(chooseResourceViewer(item({ blob: tinyPng, mimeType: 'image/png' }))).toEqual({
    kind: 'image',
    url: `data:image/png;base64,${tinyPng}`,
    bytes: 70,
  })
  expect(chooseResourceViewer(item({ blob: 'AAAA', mimeType: 'audio/wav' }))).toMatchObject({ kind: 'audio' })
  expect(chooseResourceViewer(item({ blob: tinyPng, mimeType: 'image/png', cut: true }))).toEqual({ kind: 'bytes', bytes: 70 })
  expect(chooseResourceViewer(item({ blob: 'AAAA', mimeType: 'application/zip' }))).toEqual({ kind: 'bytes', bytes: 3 })
})

it('reads bytes that are text as text, and says how many there are where they are none', () => {
  expect(chooseResourceViewer(item({ blob: base64('hello'), mimeType: 'text/plain' }))).toEqual({ kind: 'code', code: 'hello' })
  expect(chooseResourceViewer(item({ blob: base64('\xff\xfe'), mimeType: 'text/plain' }))).toEqual({ kind: 'bytes', bytes: 2 })
})

it('says when there is nothing', () => {
  expect(chooseResourceViewer(item({ text: '' }))).toEqual({ kind: 'empty' })
  expect(chooseResourceViewer(item({}))).toEqual({ kind: 'empty' })
})
