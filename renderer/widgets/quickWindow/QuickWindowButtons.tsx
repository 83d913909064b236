import { AppWindow, SquarePen } from 'lucide-react'
import { t } from '../../i18n/t'
import { callHost } from '../../rpc/callHost'
import { showChat, useNavigation } from '../../state/navigation'
import { IconButton } from '../../ui/IconButton'

/** What the quick window has in place of the sidebar: a new chat, and the way to the main window. */
export function QuickWindowButtons() {
  const conversationId = useNavigation((screen) => screen.conversationId)
  const open = (): void =>
    void callHost('desktop.open', { place: conversationId === undefined ? { kind: 'newChat' } : { kind: 'conversation', conversationId } })
  return (
    <>
      <IconButton
        label={t('layout.quick.newChat')}
        icon={<SquarePen size={16} strokeWidth={1.75} aria-hidden="true" />}
        onClick={() => showChat()}
      />
      <IconButton label={t('layout.quick.open')} icon={<AppWindow size={16} strokeWidth={1.75} aria-hidden="true" />} onClick={open} />
    </>
  )
}
