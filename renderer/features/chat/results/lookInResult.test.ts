import { expect, it } from 'vitest'
import type { ContentBlock } from '../../../../shared/domain/toolResult'
import { lookInResult } from './lookInResult'

const content: readonly ContentBlock[] = [
  { type: 'text', text: 'An error, then Errors' },
  { type: 'image', data: '', mimeType: 'image/png' },
  { type: 'resource_link', uri: 'docs://error', name: 'link' },
  { type: 'resource', uri: 'docs://log', text: 'terror\nno  error here\nERROR again' },
]
const look = (words: string, index: number, by: 'text' | 'words' | 'search' = 'text') => {
  const { block, inBlock, inAll } = lookInResult({ content }, { words, index, by })
  return [block, inBlock.words, inBlock.hit, inAll.hit]
}

it('says in which block the place is, and which of the same words it is there', () => {
  expect([0, 1, 2, 3, 4, 5].map((index) => look('error', index))).toEqual([
    [0, 'error', 0, 0],
    [0, 'Error', 1, 1],
    [2, 'error', 0, 2],
    [3, 'error', 0, 3],
    [3, 'error', 1, 4],
    [3, 'ERROR', 2, 5],
  ])
})

it('takes the words as they are written there, with the beginning of a word, in quotation marks and whatever is between them', () => {
  expect(look(' no error ', 0)).toEqual([3, 'no  error', 0, 0])
  expect(look('"then errors"', 0, 'search')).toEqual([0, 'then Errors', 0, 0])
  expect(look('her', 0, 'search')).toEqual([3, 'here', 0, 0])
  expect(look('again then', 1, 'words')).toEqual([3, 'again', 0, 0])
})

it('takes the words that were typed where the place is not in what is here', () => {
  expect(look('"cut away"', 0, 'search')).toEqual([undefined, 'cut away', 0, 0])
  const structuredContent = [{ name: 'Ada' }, { name: 'Grace' }]
  expect(lookInResult({ content: [], structuredContent }, { words: 'grac', index: 0, by: 'search' })).toMatchObject({
    block: undefined,
    inAll: { words: 'Grace', hit: 0 },
  })
})
