import { Check, Folder } from 'lucide-react'
import { useState } from 'react'
import type { ConversationSummary } from '../../../shared/domain/chat'
import { useTopic } from '../../rpc/useTopic'
import { Button } from '../../ui/Button'
import { Dialog } from '../../ui/Dialog'
import { TextField } from '../../ui/form/TextField'
import { t } from '../../i18n/t'
import { arrange, moveToNewFolder } from '../../widgets/conversations/conversationListActions'
import { askForFolder, useMoveToFolder } from '../../widgets/conversations/moveToFolderStore'

const close = (): void => askForFolder([])

/** Asks into which folder conversations go: what dragging does, for the keyboard too. */
export function MoveToFolderDialog() {
  const { conversations } = useMoveToFolder()
  return conversations.length === 0 ? null : <ChooseFolder conversations={conversations} />
}

function ChooseFolder({ conversations }: { readonly conversations: readonly ConversationSummary[] }) {
  const folders = useTopic('conversations.folders') ?? []
  const [name, setName] = useState('')
  const inFolders = new Set(conversations.map(({ folder }) => folder))
  const here = inFolders.size === 1 ? conversations[0]?.folder : null
  const choices = [
    ...folders.map(({ id, name: label }) => ({ id, label, own: true })),
    { id: null, label: t('layout.folder.none'), own: false },
  ]
  const create = () => {
    if (name.trim() === '') return
    moveToNewFolder(conversations, name.trim())
    close()
  }
  return (
    <Dialog
      title={t('layout.folder.move')}
      width="narrow"
      onClose={close}
      foot={
        <Button size="action" onClick={close}>
          {t('ui.cancel')}
        </Button>
      }
    >
      <ul aria-label={t('layout.folder.all')} className="px-4 py-2">
        {choices.map(({ id, label, own }) => {
          const isHere = (id ?? undefined) === here
          return (
            <li key={id ?? 'none'}>
              <button
                type="button"
                aria-current={isHere ? 'true' : undefined}
                className="flex min-h-row w-full items-center gap-2 rounded-2 px-2 text-start -outline-offset-2 hover:bg-hover"
                onClick={() => {
                  arrange(conversations, { folder: id })
                  close()
                }}
              >
                <Folder size={14} strokeWidth={1.75} aria-hidden="true" className={own ? 'text-text-3' : 'invisible'} />
                <span {...(own && { translate: 'no', dir: 'auto' })} className="breakable grow">
                  {label}
                </span>
                {isHere && <Check size={14} strokeWidth={1.75} aria-hidden="true" />}
              </button>
            </li>
          )
        })}
      </ul>
      <form
        className="flex items-center gap-2 border-t border-line px-6 py-3"
        onSubmit={(event) => {
          event.preventDefault()
          create()
        }}
      >
        <TextField
          aria-label={t('layout.folder.new')}
          placeholder={t('layout.folder.new')}
          height="small"
          maxLength={100}
          value={name}
          onValue={setName}
        />
        <Button type="submit" disabled={name.trim() === ''}>
          {t('layout.folder.create')}
        </Button>
      </form>
    </Dialog>
  )
}
