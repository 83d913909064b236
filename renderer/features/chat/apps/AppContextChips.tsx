import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ConversationId } from '../../../../shared/domain/ids'
import { t } from '../../../i18n/t'
import { afterMs } from '../../../ui/afterMs'
import { Button } from '../../../ui/Button'
import { Dialog } from '../../../ui/Dialog'
import { formatBytes } from '../../../ui/format/formatBytes'
import { ServerQuote } from '../../../ui/ServerQuote'
import { LetterTile } from '../../../ui/LetterTile'
import { LabelledRow } from '../../../widgets/LabelledRow'
import { contextSeen, dropContext, useAppContexts, type GivenContext } from './appContexts'

/** So long it was before the person's eyes. */
const SEEN_AFTER_MS = 500

/** What open apps of a conversation give the model with the next message, above its text. Each can be read, and left out. */
export function AppContextChips({ conversationId }: { readonly conversationId: ConversationId }) {
  const given = useAppContexts((state) => state.given)
  const [read, setRead] = useState<GivenContext>()
  const shown = given.filter((one) => one.conversationId === conversationId)
  return (
    <>
      {shown.map((one) => (
        <Chip key={one.appId} context={one} onRead={() => setRead(one)} />
      ))}
      {read && <ReadContext context={read} onClose={() => setRead(undefined)} />}
    </>
  )
}

function Chip({ context, onRead }: { readonly context: GivenContext; readonly onRead: () => void }) {
  const { appId, serverId, text, seen } = context
  useEffect(() => (seen ? undefined : afterMs(SEEN_AFTER_MS, () => contextSeen(context))), [context, seen])
  const size = formatBytes(new Blob([text]).size)
  return (
    <li className="flex h-control max-w-full items-center gap-1.5 rounded-2 border border-line-strong bg-raised ps-1.5 pe-0.5 text-12">
      <LetterTile name={serverId} size={16} />
      <button
        type="button"
        onClick={onRead}
        aria-label={t('apps.context.read', { server: serverId, size })}
        className="flex min-w-0 gap-1.5"
      >
        {/* What is written on it is one sentence, with which its name begins. */}
        <span className="cut">{t('apps.context')}</span> <span className="num shrink-0 text-text-3">{size}</span>
      </button>
      <button
        type="button"
        aria-label={t('apps.context.leaveOut', { server: serverId })}
        onClick={() => dropContext(appId)}
        className="inline-flex size-5 shrink-0 items-center justify-center rounded-[4px] text-text-3 hover:bg-hover hover:text-text"
      >
        <X size={12} strokeWidth={2} aria-hidden="true" />
      </button>
    </li>
  )
}

function ReadContext({ context: { serverId, text }, onClose }: { readonly context: GivenContext; readonly onClose: () => void }) {
  return (
    <Dialog
      title={t('apps.context.title', { server: serverId })}
      onClose={onClose}
      foot={
        <Button size="action" className="ms-auto" onClick={onClose}>
          {t('apps.context.close')}
        </Button>
      }
    >
      <LabelledRow>
        <ServerQuote by={serverId} text={text} />
        <p className="pt-2 text-12 text-text-3">{t('apps.context.why')}</p>
      </LabelledRow>
    </Dialog>
  )
}
