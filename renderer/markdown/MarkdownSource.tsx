import { memo, useMemo, type ComponentProps, type ReactNode } from 'react'
import ReactMarkdown from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { addSyntax } from './addSyntax'
import type { ListPlace } from './lists/listPlaces'
import { remarkListPlace } from './lists/remarkListPlace'
import { markdownElements } from './markdownElements'
import { useMarkdownScope } from './markdownScope'
import { remarkFormulas } from './math/remarkFormulas'
import { rehypeFootnoteMarks } from './rehypeFootnoteMarks'
import { rehypeHiddenCharacters } from './rehypeHiddenCharacters'
import { rehypeInlineHtml } from './rehypeInlineHtml'
import { remarkKeepBreaks } from './remarkKeepBreaks'
import { remarkTableCells } from './tables/remarkTableCells'

type Plugins = NonNullable<ComponentProps<typeof ReactMarkdown>['remarkPlugins']>

/** Footnotes are found by `splitMarkdown`, because they are defined in another block than they are referred to. */
function withoutFootnotes(this: { data(): object }): void {
  addSyntax(this, { disable: { null: ['gfmFootnoteDefinition', 'gfmFootnoteCall', 'gfmPotentialFootnoteCall'] } })
}

const plugins: Plugins = [remarkGfm, withoutFootnotes, remarkFormulas]
const pluginsOfBlock: Plugins = [...plugins, remarkTableCells]
const pluginsKeepingBreaks: Plugins = [...pluginsOfBlock, remarkKeepBreaks]
const pluginsKeepingShortLines: Plugins = [...pluginsOfBlock, [remarkKeepBreaks, { notWrapped: true }]]
const treePlugins: Plugins = [rehypeInlineHtml, rehypeFootnoteMarks, rehypeHiddenCharacters]
/** `markdownLink` checks the addresses, so none is removed here. Text with an invalid address is still shown. */
const keepUrl = (url: string): string => url

interface MarkdownSourceProps extends Partial<ListPlace> {
  readonly source: string
}

/** Draws Markdown that is one block. */
export const MarkdownSource = memo(function MarkdownSource({ source, before, items, total, start }: MarkdownSourceProps) {
  const { keepBreaks } = useMarkdownScope()
  const usual = keepBreaks ? pluginsKeepingBreaks : pluginsKeepingShortLines
  const remarkPlugins = useMemo(
    (): Plugins => (before === undefined || items === undefined ? usual : [...usual, [remarkListPlace, { before, items, total, start }]]),
    [usual, before, items, total, start],
  )
  return (
    <ReactMarkdown remarkPlugins={remarkPlugins} rehypePlugins={treePlugins} components={markdownElements} urlTransform={keepUrl}>
      {source}
    </ReactMarkdown>
  )
})

const elementsOfTable = { ...markdownElements, table: 'table' } as const

/** Pure: returns the elements of Markdown that is a table, which a component puts together with others. */
export function readTable(source: string): ReactNode {
  return ReactMarkdown({
    children: source,
    remarkPlugins: plugins,
    rehypePlugins: treePlugins,
    components: elementsOfTable,
    urlTransform: keepUrl,
  })
}
