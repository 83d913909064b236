import { t } from '../../../i18n/t'
import { attach, detach, useAttachments, type Attached } from '../../../state/draftAttachments'
import { Button, type ButtonProps } from '../../../ui/Button'
import { plainText } from '../../../../shared/lib/unsafeCharacters'

/** Attaches an item to the next message, or removes it. */
export function AttachToggle({ attached, size = 'small' }: { readonly attached: Attached; readonly size?: ButtonProps['size'] }) {
  const on = useAttachments((store) =>
    store.attached.some(
      ({ source, serverId, uri }) => source === attached.source && serverId === attached.serverId && uri === attached.uri,
    ),
  )
  return (
    <Button
      {...(size && { size })}
      className="min-w-18"
      aria-pressed={on}
      aria-label={t('chat.attachName', { name: plainText(attached.name), serverId: attached.serverId })}
      onClick={() => (on ? detach(attached) : attach(attached))}
    >
      {t(on ? 'chat.attached' : 'chat.attach')}
    </Button>
  )
}
