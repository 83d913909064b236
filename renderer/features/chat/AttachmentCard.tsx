import { AppWindow, BookOpen, ChevronDown, ChevronRight, FileText, GraduationCap } from 'lucide-react'
import { memo, useId } from 'react'
import { t } from '../../i18n/t'
import type { ContentBlock } from '../../../shared/domain/toolResult'
import { SafeText } from '../../ui/SafeText'
import { formatBytes } from '../../ui/format/formatBytes'
import { ContentBlockView } from './ContentBlockView'
import { useOpenWhenMarked } from './find/useOpenWhenMarked'
import type { AttachmentPart } from './messageContent'

/** Longer text is folded until the person opens it. */
const SHORT = 600

const icons = { resource: FileText, skill: GraduationCap, prompt: BookOpen, app: AppWindow } as const

/** Text of a server that the person attached. It names the server and shows all of the text on the server's paper. It also shows images. */
export const AttachmentCard = memo(function AttachmentCard({ part }: { readonly part: AttachmentPart }) {
  const { source, serverId, name, uri, content, bytes, cut } = part
  const [open, setOpen] = useOpenWhenMarked(part.id, source === 'prompt' && lengthOf(content) <= SHORT)
  const bodyId = useId()
  const Icon = icons[source]
  const Chevron = open ? ChevronDown : ChevronRight
  const shown = open ? content : content.filter(isPicture)
  return (
    <section data-part={part.id} className="w-full overflow-hidden rounded-3 border border-line bg-raised text-start text-13">
      <button
        type="button"
        aria-expanded={open}
        {...(open && { 'aria-controls': bodyId })}
        onClick={() => setOpen(!open)}
        className="flex h-[2.125rem] w-full items-center gap-2 px-[0.6875rem] text-start -outline-offset-2"
      >
        <Icon size={14} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-text-2" />
        <span className="shrink-0 text-text-3">{t(`chat.source.${source}`)}</span>
        <span translate="no" className="cut min-w-0 grow font-label">
          {serverId}
          <span className="mx-1 font-text text-text-3">/</span>
          <span className="mono">
            <SafeText text={name} />
          </span>
        </span>
        <span className="num shrink-0 text-12 text-text-3">{formatBytes(bytes)}</span>
        <Chevron size={15} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-text-3" />
      </button>
      {shown.length > 0 && (
        <div id={bodyId} className="grid grid-cols-[minmax(0,1fr)] gap-3 px-3 pt-1 pb-3">
          {shown.map((block, index) => (
            <ContentBlockView key={index} server={serverId} block={block} />
          ))}
        </div>
      )}
      {open && content.length === 0 && <p className="px-3 pb-3 text-12 text-text-2">{t('chat.empty')}</p>}
      {open && cut && <p className="px-3 pb-3 text-12 text-text-2">{t('chat.cutAttachment', { size: formatBytes(bytes) })}</p>}
      {open && uri !== undefined && content.length === 0 && (
        <p className="mono breakable px-3 pb-3 text-12 text-text-3">
          <SafeText text={uri} />
        </p>
      )}
    </section>
  )
})

function isPicture(block: ContentBlock): boolean {
  return block.type === 'image' || (block.type === 'resource' && block.blob !== undefined && (block.mimeType ?? '').startsWith('image/'))
}

function lengthOf(content: readonly ContentBlock[]): number {
  return content.reduce((sum, block) => sum + ('text' in block ? (block.text?.length ?? 0) : 0), 0)
}
