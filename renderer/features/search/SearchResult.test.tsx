import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ConversationId } from '../../../shared/domain/ids'
import type { SearchHit } from '../../../shared/search/searchHit'
import { SearchResult } from './SearchResult'

const hit = (text: string, more: Partial<SearchHit> = {}): SearchHit => ({
  conversationId: ConversationId.parse('00000000-0000-4000-8000-000000000001'),
  title: 'Title',
  kind: 'answer',
  at: 0,
  snippet: { text, marks: [] },
  ...more,
})
const shown = (one: SearchHit): HTMLElement => render(<SearchResult hit={one} now={0} />).container

// Catches a snippet or a title that is put on the screen as it is: it could show another text than it has.
it('J63: shows characters that hide or reorder others as their codes', () => {
  const container = shown(hit('evil \u202Etxt\u202C', { title: 'a\u200Bb' }))
  expect(container.textContent).not.toMatch(/[\u202E\u202C\u200B]/)
  expect(container.textContent).toMatch(/202E/)
  expect(container.textContent).toMatch(/200B/)
})

// Catches marks that are drawn beside the words.
it('marks what was found, where it was found', () => {
  const container = shown(
    hit('one walnut, two walnuts', {
      snippet: {
        text: 'one walnut, two walnuts',
        marks: [
          { start: 4, end: 10 },
          { start: 16, end: 23 },
        ],
      },
    }),
  )
  expect(Array.from(container.querySelectorAll('mark'), ({ textContent }) => textContent)).toEqual(['walnut', 'walnuts'])
  expect(container.textContent).toContain('one walnut, two walnuts')
})

// Catches a server's words that look like Parley's or the model's.
it("sets a server's words on its paper, and nobody else's", () => {
  expect(shown(hit('said', { kind: 'result' })).querySelector('.quote')?.textContent).toBe('said')
  expect(shown(hit('said', { kind: 'attachment' })).querySelector('.quote')?.textContent).toBe('said')
  expect(shown(hit('said', { kind: 'answer' })).querySelector('.quote')).toBeNull()
})

// Catches: two conversations of the same title, and nothing that says which of them is meant.
it('names the project of the conversation', () => {
  const { container } = render(<SearchResult hit={hit('one')} project="Release" now={0} />)
  expect(container.textContent).toContain('Release')
})
