import type { ReactNode } from 'react'
import type { Components } from 'react-markdown'
import { Text } from '../i18n/Text'
import { t } from '../i18n/t'
import { mediaDataUrl } from '../ui/files/mediaDataUrl'
import { HiddenMark, SafeText } from '../ui/SafeText'
import { FencedBlock } from './previews/FencedBlock'
import { FootnoteMark } from './Footnotes'
import { markdownLink } from '../../shared/markdown/markdownLink'
import { useMarkdownScope } from './markdownScope'
import { Formula } from './math/Formula'
import { alignClass, Table } from './tables/Table'
import { reactNodeText } from './reactNodeText'

/** What becomes of each element of Markdown. An element that is not named here has no attribute that a text could choose. */
export const markdownElements: Components = {
  a: ({ href, children, node }) =>
    typeof node?.properties['dataFootnote'] === 'string' ? (
      <FootnoteMark label={node.properties['dataFootnote']} />
    ) : (
      <Link {...(href !== undefined && { href })} text={children} />
    ),
  img: ({ src, alt }) => <Image {...(typeof src === 'string' && { src })} alt={alt ?? ''} />,
  mark: ({ children }) => <HiddenMark>{children}</HiddenMark>,
  pre: ({ children }) => <>{children}</>,
  code: ({ className, children }) => <Code {...(className !== undefined && { className })} text={reactNodeText(children)} />,
  table: ({ children }) => <Table>{children}</Table>,
  td: ({ children, style }) => <td className={alignClass(style?.textAlign)}>{children}</td>,
  input: ({ checked }) => (
    <input type="checkbox" checked={checked === true} disabled aria-label={t(checked === true ? 'markdown.done' : 'markdown.toDo')} />
  ),
}

/** Inline code, or a code block inside a list. Blocks end with a newline, and those with a language have a class. */
function Code({ className, text }: { readonly className?: string; readonly text: string }) {
  const { isWhole } = useMarkdownScope()
  const language = /language-(\S+)/.exec(className ?? '')?.[1]
  if (language === 'math') return <Formula source={text.trim()} display={className?.includes('math-inline') !== true} />
  if (language === undefined && !text.endsWith('\n')) {
    return (
      <code>
        <SafeText text={text} />
      </code>
    )
  }
  return <FencedBlock code={text.replace(/\n$/, '')} folds={isWhole} {...(language !== undefined && { language })} />
}

function Link({ href, text }: { readonly href?: string; readonly text: ReactNode }) {
  const { onLink } = useMarkdownScope()
  const link = markdownLink(href, reactNodeText(text))
  if (!link) {
    return (
      <>
        {text}
        {href !== undefined && href !== reactNodeText(text) && (
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

/** Draws an image whose bytes are in the text. */
function Image({ src, alt }: { readonly src?: string; readonly alt: string }) {
  const [, type = '', data = ''] = /^data:([a-z]+\/[a-z0-9.+-]+);base64,(.+)$/i.exec(src ?? '') ?? []
  const media = data === '' ? undefined : mediaDataUrl(type, data)
  if (media?.kind !== 'image') return <ImageName {...(src !== undefined && { src })} alt={alt} />
  return (
    <img
      src={media.url}
      alt={alt === '' ? t('markdown.image') : alt}
      className="max-h-96 max-w-full rounded-2 border border-line object-contain"
    />
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
