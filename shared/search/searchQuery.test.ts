import { describe, expect, it } from 'vitest'
import { occurrencesOf } from './occurrences'
import { matchTerms, parseQuery } from './searchQuery'
import { snippetOf } from './snippet'

/** What is marked in a text. */
const marked = (text: string, query: string): readonly string[] =>
  matchTerms(text, parseQuery(query)).map(({ start, end }) => text.slice(start, end))

describe('a query', () => {
  // Catches an index of whole runs: two characters would only be found where they are a whole sentence.
  it.each([
    ['我在学习机器学习', '学习', ['学习', '学习']],
    ['化学', '学', ['学']],
    ['東京タワーへ行く', 'タワ', ['タワ']],
    ['서울에서 만나요', '서울', ['서울']],
    ['GPT-5模型很好', '模型', ['模型']],
    ['GPT-5模型很好', 'gpt-5模型', ['GPT-5模型']],
    ['สวัสดีชาวโลก', 'ชาว', ['ชาว']],
  ])('finds in %s the word %s', (text, query, found) => {
    expect(marked(text, query)).toEqual(found)
  })

  // Catches folding that differs between index and query, or marks that lose their place when folding changes the length.
  it.each([
    ['Crème brûlée', 'creme', ['Crème']],
    ['Cre\u0300me', 'crème', ['Cre\u0300me']],
    ['Die Straße ist lang', 'strasse', ['Straße']],
    ['ÉCOLE', 'éco', ['ÉCOLE']],
    ['Ελλάς και Ελλάδα', 'ελλασ', ['Ελλάς']],
    ['İstanbul', 'istanbul', ['İstanbul']],
  ])('finds in %s, whatever accents and case, %s', (text, query, found) => {
    expect(marked(text, query)).toEqual(found)
  })

  // Catches a search for parts of words, which is what most words are part of.
  it('finds beginnings of words, and one letter only as a word', () => {
    expect(marked('a banana and an anchor', 'an')).toEqual(['and', 'an', 'anchor'])
    expect(marked('a banana and an anchor', 'a')).toEqual(['a'])
  })

  // Catches an OR: with more words, people expect fewer results.
  it('needs every word, in any order', () => {
    expect(marked('the backfill of settled_at', 'settled_at back')).toEqual(['backfill', 'settled_at'])
    expect(marked('the backfill of created_at', 'settled_at back')).toEqual([])
  })

  it('takes words in quotation marks as they follow each other, whole', () => {
    expect(marked('not on staging, on staging not', '"on staging not"')).toEqual(['on staging not'])
    expect(marked('on stagings', '“on staging”')).toEqual([])
  })

  // Catches a pair that is searched although it begins one character before what was typed, or a run whose end is taken for an end of the text.
  it('keeps the order of characters over scripts', () => {
    expect(marked('模型GPT和模型', '模型gpt')).toEqual(['模型GPT'])
    expect(marked('型模GPT', '模型gpt')).toEqual([])
  })

  it('is empty when nothing of it is a word', () => {
    expect(parseQuery(' "" * - () : ')).toEqual([])
  })
})

describe('a snippet', () => {
  // Catches marks that move when white space is made one line, or when the beginning is cut.
  it('is one line around the first mark, with its marks in place', () => {
    const text = `${'before '.repeat(50)}\n\tneedle\nafter ${'after '.repeat(50)}needle`
    const { text: shown, marks } = snippetOf(text, matchTerms(text, parseQuery('needle')))
    expect(shown).toMatch(/^…before.* {2}needle after .*…$/)
    expect(marks.map(({ start, end }) => shown.slice(start, end))).toEqual(['needle'])
  })

  it('does not cut a character in two', () => {
    const text = '🙂'.repeat(300)
    expect(snippetOf(text, [{ start: 301, end: 303 }]).text).not.toMatch(
      /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/,
    )
  })
})

describe('occurrences', () => {
  const all = (text: string, wanted: string): readonly string[] =>
    occurrencesOf(wanted)(text).map(({ start, end }) => text.slice(start, end))

  // Catches a search for words only: in code people look for parts of names.
  it('are found in the middle of words, whatever case, accents and white space', () => {
    expect(all('getUserById(user), Straße', 'user')).toEqual(['User', 'user'])
    expect(all('Straße und STRASSE', 'strasse')).toEqual(['Straße', 'STRASSE'])
    expect(all('on\n  staging', 'on staging')).toEqual(['on\n  staging'])
    expect(all('a.b', '.')).toEqual(['.'])
    expect(all('anything', '  ')).toEqual([])
  })
})
