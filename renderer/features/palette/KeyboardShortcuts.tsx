import { t } from '../../messages/t'
import { useTopic } from '../../rpc/useTopic'
import { shortcutLabels } from '../../state/shortcutLabels'
import { openKeys, useNavigation } from '../../state/navigation'
import { Button } from '../../ui/Button'
import { Dialog } from '../../ui/Dialog'
import { Kbd } from '../../ui/Kbd'

/** `?`: lists every key and what it does. */
export function KeyboardShortcuts() {
  const open = useNavigation((screen) => screen.keys)
  const shell = useTopic('app', (app) => app.shell) ?? 'electron'
  if (!open) return null
  const close = (): void => openKeys(false)
  return (
    <Dialog
      title={t('palette.keys')}
      onClose={close}
      foot={
        <>
          <span className="grow" />
          <Button size="action" onClick={close}>
            {t('palette.close')}
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

function keyGroups(shell: Parameters<typeof shortcutLabels>[0]): readonly KeyGroup[] {
  const names = shortcutLabels(shell)
  // Browsers never reserve the palette's key, so its first key name is the main modifier of this computer.
  const main = names.palette.split(' ')[0] ?? 'Ctrl'
  const shift = names.addServer.split(' ')[1] ?? 'Shift'
  return [
    {
      heading: t('palette.keys.everywhere'),
      keys: [
        [names.palette, t('palette.searchAndCommands')],
        [names.newChat, t('palette.newChat')],
        [names.views.chat, t('palette.chat')],
        [names.views.servers, t('palette.servers')],
        [names.views.inbox, t('palette.inbox')],
        [names.views.settings, t('palette.settings')],
        [names.addServer, t('palette.addServer')],
        [`${main} Z`, t('palette.keys.undo')],
        ['?', t('palette.allKeys')],
      ],
    },
    {
      heading: t('palette.keys.chat'),
      keys: [
        [names.enter, t('palette.keys.send')],
        [`${shift} ${names.enter}`, t('palette.keys.newLine')],
        ['/', t('palette.keys.slash')],
        ['↑', t('palette.keys.editLast')],
        [`${main} .`, t('palette.keys.stop')],
        [names.space, t('palette.keys.openCall')],
      ],
    },
    {
      heading: t('palette.keys.questions'),
      keys: [
        [`${main} I`, t('palette.keys.firstQuestion')],
        [`${main} [`, t('palette.keys.previousQuestion')],
        [`${main} ]`, t('palette.keys.nextQuestion')],
        [`${main} ${shift} D`, t('palette.keys.deny')],
        [`${main} ${shift} Y`, t('palette.keys.allow')],
        ['Esc', t('palette.keys.escape')],
      ],
    },
    {
      heading: t('palette.keys.lists'),
      keys: [
        ['J', t('palette.keys.down')],
        ['K', t('palette.keys.up')],
        [names.enter, t('palette.keys.open')],
        ['E', t('palette.keys.edit')],
      ],
    },
  ]
}
