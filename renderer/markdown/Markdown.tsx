import { isValidElement, memo, useMemo, useState, type ComponentProps, type ReactNode } from 'react'
import ReactMarkdown, { type Components } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { Text } from '../i18n/Text'
import { t } from '../i18n/t'
import './prose.css'
import { CodeBlock } from './CodeBlock'
import { classNames } from '../ui/classNames'
import { markdownLink } from './markdownLink'
import { rehypeHiddenCharacters } from './rehypeHiddenCharacters'
import { HiddenMark, SafeText } from '../ui/SafeText'
import { isExpensiveMarkdown } from './isExpensiveMarkdown'
import { definitionsFor, MarkdownSplitter, type MarkdownBlock } from './splitMarkdown'

const BLOCKS_PER_SEGMENT = 12
/** Blocks after this number are shown as plain text. Nobody scrolls so far, and rendering them would block the page. */
const BLOCKS = 1_000

export interface MarkdownProps {
  /** The text so far. It may only grow while the component lives. Use another key for another text. */
  readonly text: string
  /** True while more text may come. */
  readonly open?: boolean
  /** Called when a link is clicked. The address is parsed and is https, http or mailto. Nothing opens by itself. */
  readonly onLink: (url: string) => void
}

/**
 * Renders a stranger's Markdown, with tables and coloured code. Raw HTML is shown as text, and images are named but never fetched. Links
 * only call `onLink`. A finished block renders once. Only the last block renders again while the text grows.
 */
export const Markdown = memo(function Markdown({ text, open = false, onLink }: MarkdownProps) {
  const [state] = useState(() => new MarkdownState())
  const { blocks, tail, definitions } = state.split(text, open)
  return (
    <div translate="no" dir="auto" className="prose">
      {segmentsOf(blocks.slice(0, BLOCKS)).map((segment, index, { length }) => (
        <Segment key={index} blocks={segment} definitions={definitions} onLink={onLink} far={length > 2} />
      ))}
      {blocks.length > BLOCKS && (
        <AsText
          text={blocks
            .slice(BLOCKS)
            .map((block) => block.text)
            .join('\n\n')}
        />
      )}
      {tail && <Block key={blocks.length} block={tail} definitions={definitions} onLink={onLink} open={open} />}
    </div>
  )
})

/** Splits a text while it grows. React may run it any number of times: splitting the same text twice has no effect. */
class MarkdownState {
  #splitter = new MarkdownSplitter()
  #ended: string | undefined

  split(text: string, open: boolean): ReturnType<MarkdownSplitter['push']> {
    // A text that had ended goes on: its last line is not over any more.
    if (this.#ended !== undefined && (open || this.#ended !== text)) this.#splitter = new MarkdownSplitter()
    this.#ended = open ? undefined : text
    return this.#splitter.push(open ? text : `${text}\n`)
  }
}

function segmentsOf(blocks: readonly MarkdownBlock[]): readonly (readonly MarkdownBlock[])[] {
  const segments: MarkdownBlock[][] = []
  for (let from = 0; from < blocks.length; from += BLOCKS_PER_SEGMENT) segments.push(blocks.slice(from, from + BLOCKS_PER_SEGMENT))
  return segments
}

interface SegmentProps {
  readonly blocks: readonly MarkdownBlock[]
  readonly definitions: ReadonlyMap<string, string>
  readonly onLink: (url: string) => void
  /** In long answers, blocks far from the window are not laid out. */
  readonly far: boolean
}

const Segment = memo(
  function Segment({ blocks, definitions, onLink, far }: SegmentProps) {
    return (
      <div className={classNames('prose', far && '[contain-intrinsic-size:auto_60rem] [content-visibility:auto]')}>
        {blocks.map((block, index) => (
          <Block key={index} block={block} definitions={definitions} onLink={onLink} />
        ))}
      </div>
    )
  },
  (one, other) =>
    one.blocks.length === other.blocks.length &&
    one.definitions === other.definitions &&
    one.onLink === other.onLink &&
    one.far === other.far,
)

interface BlockProps {
  readonly block: MarkdownBlock
  readonly definitions: ReadonlyMap<string, string>
  readonly onLink: (url: string) => void
  readonly open?: boolean
}

function Block({ block, definitions, onLink, open = false }: BlockProps) {
  if (block.kind === 'fence') {
    return <CodeBlock code={block.text} {...(block.language && { language: block.language })} open={open} />
  }
  if (isExpensiveMarkdown(block.text)) return <AsText text={block.text} />
  const more = definitionsFor(block.text, definitions)
  const source = block.text.replaceAll('[^', '\\[^') + (more && `\n\n${more}`)
  return (
    <div className={classNames('prose', block.continued && '-mt-1.5')}>
      <Source source={source} onLink={onLink} />
    </div>
  )
}

function AsText({ text }: { readonly text: string }) {
  return (
    <p className="breakable whitespace-pre-wrap">
      <SafeText text={text} />
    </p>
  )
}

const plugins: ComponentProps<typeof ReactMarkdown>['remarkPlugins'] = [remarkGfm]
const treePlugins: ComponentProps<typeof ReactMarkdown>['rehypePlugins'] = [rehypeHiddenCharacters]
/** `markdownLink` checks the addresses, so none is removed here. Text with an invalid address is still shown. */
const keepUrl = (url: string): string => url

const Source = memo(function Source({ source, onLink }: { readonly source: string; readonly onLink: (url: string) => void }) {
  const components = useMemo(() => componentsFor(onLink), [onLink])
  return (
    <ReactMarkdown remarkPlugins={plugins} rehypePlugins={treePlugins} components={components} urlTransform={keepUrl}>
      {source}
    </ReactMarkdown>
  )
})

function componentsFor(onLink: (url: string) => void): Components {
  return {
    a: ({ href, children }) => <Link {...(href !== undefined && { href })} onLink={onLink} text={children} />,
    img: ({ src, alt }) => <ImageName {...(typeof src === 'string' && { src })} alt={alt ?? ''} />,
    mark: ({ children }) => <HiddenMark>{children}</HiddenMark>,
    pre: ({ children }) => <>{children}</>,
    code: ({ className, children }) => <Code {...(className !== undefined && { className })} text={textOf(children)} />,
    table: ({ children }) => (
      <div className="overflow-x-auto" role="region" aria-label={t('markdown.table')} tabIndex={0}>
        <table>{children}</table>
      </div>
    ),
    th: ({ children, style }) => <th className={alignClass(style?.textAlign)}>{children}</th>,
    td: ({ children, style }) => <td className={alignClass(style?.textAlign)}>{children}</td>,
    input: ({ checked }) => (
      <input type="checkbox" checked={checked === true} disabled aria-label={t(checked === true ? 'markdown.done' : 'markdown.toDo')} />
    ),
  }
}

/** Inline code, or a code block inside a list. Blocks end with a newline, and those with a language have a class. */
function Code({ className, text }: { readonly className?: string; readonly text: string }) {
  const language = /language-(\S+)/.exec(className ?? '')?.[1]
  if (language === undefined && !text.endsWith('\n')) {
    return (
      <code>
        <SafeText text={text} />
      </code>
    )
  }
  return <CodeBlock code={text.replace(/\n$/, '')} {...(language !== undefined && { language })} />
}

function Link({ href, text, onLink }: { readonly href?: string; readonly text: ReactNode; readonly onLink: (url: string) => void }) {
  const link = markdownLink(href, textOf(text))
  if (!link) {
    return (
      <>
        {text}
        {href !== undefined && href !== textOf(text) && (
          <span className="text-text-3">
            {' '}
            (<SafeText text={href} />)
          </span>
        )}
      </>
    )
  }
  return (
    <>
      {/* The link has no address, because a middle click or a drag must not open one that the dialog has not shown. */}
      <button type="button" role="link" className="md-link" onClick={() => onLink(link.url)}>
        {text}
      </button>
      {link.misleading && (
        <span className="mono ms-1 text-ask-text">
          <Text id="markdown.leadsTo" components={{ host: <SafeText text={link.host} /> }} />
        </span>
      )}
    </>
  )
}

/** Never fetches an image. The request would tell its host that somebody reads this text. */
function ImageName({ src, alt }: { readonly src?: string; readonly alt: string }) {
  const host = src !== undefined && URL.canParse(src) ? new URL(src).host : ''
  return (
    <span className="rounded-1 border border-line px-1.5 text-12 text-text-2">
      {alt === '' ? t('markdown.image') : <Text id="markdown.imageNamed" components={{ alt: <SafeText text={alt} /> }} />}
      {host && (
        <span className="text-text-3">
          {' '}
          <Text id="markdown.notLoaded" components={{ host: <SafeText text={host} /> }} />
        </span>
      )}
    </span>
  )
}

function alignClass(align: unknown): string | undefined {
  return align === 'right' ? 'num text-end' : align === 'center' ? 'text-center' : undefined
}

function textOf(node: ReactNode): string {
  if (typeof node === 'string' || typeof node === 'number') return String(node)
  if (Array.isArray(node)) return node.map(textOf).join('')
  return isValidElement<{ readonly children?: ReactNode }>(node) ? textOf(node.props.children) : ''
}
