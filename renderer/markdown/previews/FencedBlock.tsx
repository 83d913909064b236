import { currentFrameOpener } from '../../confinedFrame/frameOpener'
import { CodeBlock } from '../CodeBlock'
import { useMarkdownScope } from '../markdownScope'
import { DiagramBlock } from './DiagramBlock'
import { DocumentPreview } from './DocumentPreview'
import { previewKind } from './previewKind'

export interface FencedBlockProps {
  readonly code: string
  readonly language?: string
  /** True while the code is still being written. It has no preview then. */
  readonly open?: boolean
  /** Long code is folded, as in a conversation. */
  readonly folds?: boolean
}

/** A code block, with what can be seen of it: a diagram, or a preview of a document. */
export function FencedBlock({ code, language, open = false, folds = false }: FencedBlockProps) {
  const { onDownload } = useMarkdownScope()
  const kind = open || !currentFrameOpener() ? undefined : previewKind(language, code)
  const source = <CodeBlock code={code} {...(language !== undefined && { language })} open={open} folds={folds} onDownload={onDownload} />
  if (kind === undefined) return source
  if (kind === 'diagram') return <DiagramBlock key={code} code={code} source={source} onDownload={onDownload} />
  return <DocumentPreview key={code} kind={kind} code={code} source={source} />
}
