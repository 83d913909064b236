import { expect, it } from 'vitest'
import { definitionsFor, MarkdownSplitter, type MarkdownBlock } from './splitMarkdown'

function split(text: string, step = text.length || 1): { blocks: readonly MarkdownBlock[]; tail: MarkdownBlock | undefined } {
  const splitter = new MarkdownSplitter()
  let last = splitter.push('')
  for (let end = step; end < text.length + step; end += step) last = splitter.push(text.slice(0, end))
  return { blocks: last.blocks, tail: last.tail }
}

it('finishes paragraphs at blank lines, headings at their end, and fences at their closing line', () => {
  const text = '# Title\nFirst\nline\n\n```sql\nselect 1\n\nselect 2\n```\nSecond'
  expect(split(text)).toEqual({
    blocks: [
      { kind: 'plain', text: '# Title' },
      { kind: 'plain', text: 'First\nline' },
      { kind: 'fence', text: 'select 1\n\nselect 2', language: 'sql' },
    ],
    tail: { kind: 'plain', text: 'Second' },
  })
})

it('gives the same blocks however the text arrives', () => {
  const text =
    'One\n- a\n- b\n\n  still b\n\nTwo\n\n```ts\nconst a = 1\n```\n\n1. x\n   ```\n   - no item\n\n   y\n   ```\n2. z\n\n    code\n\nEnd\n'
  const whole = split(text)
  for (const step of [1, 2, 3, 7, 50]) expect(split(text, step)).toEqual(whole)
  expect(whole.blocks.map((block) => block.text)).toEqual([
    'One',
    '- a\n- b\n\n  still b',
    'Two',
    'const a = 1',
    '1. x\n   ```\n   - no item\n\n   y\n   ```\n2. z\n\n    code',
  ])
})

it('shows a fence from its first characters on, and its lines as they come', () => {
  expect(split('Text\n\n```py').tail).toEqual({ kind: 'fence', text: '', language: 'py' })
  expect(split('```py\nprint(1)\npri').tail).toEqual({ kind: 'fence', text: 'print(1)\npri', language: 'py' })
})

it('closes a fence only with a line of at least as many marks', () => {
  expect(split('````md\n```\ninner\n```\n````\nafter').blocks).toEqual([{ kind: 'fence', text: '```\ninner\n```', language: 'md' }])
})

it('commits a long list in pieces', () => {
  const { blocks } = split(Array.from({ length: 100 }, (_, index) => `- item ${index}`).join('\n'))
  expect(blocks.map((block) => block.continued ?? false)).toEqual([false, true])
  expect(blocks[0]?.text.split('\n')).toHaveLength(40)
})

// Catches: what stands below a long list is drawn as close to it as if it were the next item.
it('what follows a long list is no part of it', () => {
  const items = Array.from({ length: 40 }, (_, index) => `${index + 1}. item`).join('\n')
  const after = (text: string) => split(`${items}\n${text}\nmore`)
  expect([after('\nThat is all'), after('41. item')].map(({ tail }) => tail?.continued)).toEqual([undefined, true])
  expect(split(`${items}\n\nThat is all\n\n`).blocks.map(({ continued }) => continued)).toEqual([undefined, undefined])
})

it('looks at every line once, whatever the text is made of', () => {
  const looked = (text: string): number => {
    const splitter = new MarkdownSplitter()
    let size = 0
    for (let end = 500; end <= text.length; end += 500) {
      const { tail } = splitter.push(text.slice(0, end))
      size += tail?.kind === 'plain' ? tail.text.length : 0
    }
    return size / text.length
  }
  for (const line of [
    '- a list that goes on for long\n',
    '1. a list with numbers\n',
    'a paragraph\n\n',
    '# heading\n',
    '```\ncode\n```\n',
  ]) {
    expect(looked(line.repeat(4000))).toBeLessThan(4)
  }
})

it('finds references beside and inside of other brackets, in any case, and none that is only defined', () => {
  const definitions = new Map(['a', 'b c', 'd'].map((label) => [label, `[${label}]: https://${label[0]}.example/`]))
  expect(definitionsFor('[x [A][] and ![B c] ] [d', definitions).split('\n').toSorted()).toEqual([
    '[a]: https://a.example/',
    '[b c]: https://b.example/',
  ])
  expect(definitionsFor('[a]: https://a.example/', definitions)).toBe('')
})

it('gives a block the definitions that it refers to', () => {
  const { blocks, definitions } = new MarkdownSplitter().push(
    'See [the page][Docs].\n\n[docs]: https://docs.example/\n[other]: https://other.example/\n\n',
  )
  expect(definitionsFor(blocks[0]?.text ?? '', definitions)).toBe('[docs]: https://docs.example/')
})
