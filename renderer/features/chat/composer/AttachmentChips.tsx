import { FileText, GraduationCap, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '../../../i18n/t'
import { detach, type Attached } from '../../../state/draftAttachments'
import { SafeText } from '../../../ui/SafeText'
import { compositeKey } from '../../../../shared/lib/compositeKey'
import { plainText } from '../../../../shared/lib/unsafeCharacters'

/** The attachments of the next message, above its text. The names come from servers. Each attachment can be removed. `children` are further items. */
export function AttachmentChips({ attached, children }: { readonly attached: readonly Attached[]; readonly children?: ReactNode }) {
  if (attached.length === 0 && !children) return null
  return (
    <ul aria-label={t('chat.attachments')} className="flex max-h-44 flex-wrap items-center gap-1.5 overflow-y-auto px-[0.6875rem] pt-2.5">
      {attached.map((one) => (
        <Chip key={compositeKey(one.source, one.serverId, one.uri)} attached={one} />
      ))}
      {children}
    </ul>
  )
}

function Chip({ attached }: { readonly attached: Attached }) {
  const Icon = attached.source === 'skill' ? GraduationCap : FileText
  return (
    <li className="flex h-control max-w-full items-center gap-1.5 rounded-2 border border-line bg-sunk ps-2 pe-0.5 text-12">
      <Icon size={13} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-text-3" />
      <span translate="no" className="cut mono max-w-60">
        <SafeText text={attached.name} />
      </span>
      <span translate="no" className="cut max-w-48 text-text-3">
        {attached.serverId}
      </span>
      <button
        type="button"
        aria-label={t('chat.takeAway', { name: plainText(attached.name), serverId: attached.serverId })}
        onClick={() => detach(attached)}
        className="inline-flex size-5 shrink-0 items-center justify-center rounded-[4px] text-text-3 hover:bg-hover hover:text-text"
      >
        <X size={12} strokeWidth={2} aria-hidden="true" />
      </button>
    </li>
  )
}
