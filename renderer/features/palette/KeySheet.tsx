import { useTopic } from '../../rpc/useTopic'
import { keyNames } from '../../state/keyNames'
import { openKeys, useNavigation } from '../../state/navigation'
import { Button } from '../../ui/Button'
import { Dialog } from '../../ui/Dialog'
import { Kbd } from '../../ui/Kbd'

/** `?`: every key, and what it does. */
export function KeySheet() {
  const open = useNavigation((screen) => screen.keys)
  const shell = useTopic('app', (app) => app.shell) ?? 'electron'
  if (!open) return null
  const close = (): void => openKeys(false)
  return (
    <Dialog
      title="Keys"
      onClose={close}
      foot={
        <>
          <span className="grow" />
          <Button size="action" onClick={close}>
            Close
          </Button>
        </>
      }
    >
      <div className="grid gap-x-8 px-6 py-4 medium:grid-cols-2">
        {keyGroups(shell).map((group) => (
          <section key={group.heading} aria-label={group.heading} className="pb-3">
            <h3 className="pb-1 text-12 font-label text-text-3">{group.heading}</h3>
            <dl>
              {group.keys.map(([keys, does]) => (
                <div key={does} className="flex min-h-7 items-center justify-between gap-3">
                  <dt className="breakable">{does}</dt>
                  <dd className="shrink-0">
                    <Kbd keys={keys} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}

type KeyGroup = { readonly heading: string; readonly keys: readonly (readonly [string, string])[] }

function keyGroups(shell: Parameters<typeof keyNames>[0]): readonly KeyGroup[] {
  const names = keyNames(shell)
  // The palette's key is never one that a browser keeps: its first cap is the main one of this computer.
  const main = names.palette.split(' ')[0] ?? 'Ctrl'
  const shift = names.addServer.split(' ')[1] ?? 'Shift'
  return [
    {
      heading: 'Everywhere',
      keys: [
        [names.palette, 'Search and commands'],
        [names.newChat, 'New chat'],
        [names.views.chat, 'Chat'],
        [names.views.servers, 'Servers'],
        [names.views.inbox, 'Inbox'],
        [names.views.settings, 'Settings'],
        [names.addServer, 'Add server'],
        [`${main} Z`, 'Undo, while it is offered'],
        ['?', 'All keys'],
      ],
    },
    {
      heading: 'Chat',
      keys: [
        ['Enter', 'Send'],
        [`${shift} Enter`, 'New line'],
        ['/', 'Tools and prompts, at the start of a message'],
        ['↑', 'Edit the last message, in an empty composer'],
        [`${main} .`, 'Stop the turn'],
        ['Space', 'Open or close the call in focus'],
      ],
    },
    {
      heading: 'Questions',
      keys: [
        [`${main} I`, 'First waiting question'],
        [`${main} [`, 'Previous question'],
        [`${main} ]`, 'Next question'],
        [`${main} ${shift} D`, 'Deny, Decline, Discard, Share nothing'],
        [`${main} ${shift} Y`, 'Twice: the allowing answer'],
        ['Esc', 'Form or page: Cancel; else Later'],
      ],
    },
    {
      heading: 'Lists',
      keys: [
        ['J', 'Down'],
        ['K', 'Up'],
        ['Enter', 'Open'],
        ['E', 'Edit'],
      ],
    },
  ]
}
