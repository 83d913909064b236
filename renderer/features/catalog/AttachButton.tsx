import { Check, Paperclip } from 'lucide-react'
import { t } from '../../i18n/t'
import { attach, detach, useAttachments, type Attached } from '../../state/draftAttachments'
import { Button, type ButtonProps } from '../../ui/Button'
import { plainText } from '../../../shared/lib/unsafeCharacters'

export interface AttachButtonProps extends Pick<ButtonProps, 'size' | 'look'> {
  readonly what: Attached
  /** Uses the longer text, which says where the resource is attached. */
  readonly long?: boolean
}

/** Attaches a resource to the next message of the conversation in front. A second press removes it. */
export function AttachButton({ what, long = false, ...look }: AttachButtonProps) {
  const attached = useIsAttached(what)
  const Icon = attached ? Check : Paperclip
  return (
    <Button
      {...look}
      aria-pressed={attached}
      aria-label={long ? t('catalog.attach.toMessage') : t('catalog.attach.name', { name: plainText(what.name) })}
      onClick={() => (attached ? detach(what) : attach(what))}
    >
      <Icon size={13} strokeWidth={1.75} aria-hidden="true" />
      {t(attached ? 'catalog.attached' : long ? 'catalog.attach.toMessage' : 'catalog.attach')}
    </Button>
  )
}

/** Whether the resource is attached to the next message. */
export function useIsAttached(what: Attached): boolean {
  return useAttachments(({ attached }) =>
    attached.some(({ source, serverId, uri }) => source === what.source && serverId === what.serverId && uri === what.uri),
  )
}
