import { t } from '../../i18n/t'
import { useTopic } from '../../rpc/useTopic'
import { shortcutLabels } from '../../state/shortcutLabels'
import { openKeys, useNavigation } from '../../state/navigation'
import { Button } from '../../ui/Button'
import { Dialog } from '../../ui/Dialog'
import { Kbd } from '../../ui/Kbd'
import { usePrintedKeys } from '../../ui/hooks/usePrintedKeys'

/** `?`: lists every key and what it does. */
export function KeyboardShortcuts() {
  const open = useNavigation((screen) => screen.keys)
  const shell = useTopic('app', (app) => app.shell) ?? 'electron'
  const printed = usePrintedKeys()
  if (!open) return null
  const close = (): void => openKeys(false)
  return (
    <Dialog
      title={t('commandPalette.keys')}
      onClose={close}
      foot={
        <>
          <span className="grow" />
          <Button size="action" onClick={close}>
            {t('commandPalette.close')}
          </Button>
        </>
      }
    >
      <div className="grid gap-x-8 px-6 py-4 medium:grid-cols-2">
        {keyGroups(shell, printed).map((group) => (
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

function keyGroups(shell: Parameters<typeof shortcutLabels>[0], printed: ReturnType<typeof usePrintedKeys>): readonly KeyGroup[] {
  const names = shortcutLabels(shell)
  const { main, shift } = names
  return [
    {
      heading: t('commandPalette.keys.everywhere'),
      keys: [
        [names.palette, t('commandPalette.searchAndCommands')],
        [names.search, t('commandPalette.searchConversations')],
        [names.newChat, t('commandPalette.newChat')],
        [names.temporaryChat, t('commandPalette.temporaryChat')],
        [names.views.chat, t('commandPalette.chat')],
        [names.views.projects, t('commandPalette.projects')],
        [names.views.servers, t('commandPalette.servers')],
        [names.views.inbox, t('commandPalette.inbox')],
        [names.views.settings, t('commandPalette.settings')],
        [names.addServer, t('commandPalette.addServer')],
        [`${main} Z`, t('commandPalette.keys.undo')],
        ['?', t('commandPalette.allKeys')],
      ],
    },
    {
      heading: t('commandPalette.keys.chat'),
      keys: [
        [names.enter, t('commandPalette.keys.send')],
        [`${shift} ${names.enter}`, t('commandPalette.keys.newLine')],
        [names.enter, t('commandPalette.keys.queue')],
        [`${main} ${names.enter}`, t('commandPalette.keys.steer')],
        ['/', t('commandPalette.keys.slash')],
        ['@', t('commandPalette.keys.mention')],
        ['↑', t('commandPalette.keys.editLast')],
        [`${main} F`, t('commandPalette.keys.find')],
        [`${main} .`, t('commandPalette.keys.stop')],
        [names.space, t('commandPalette.keys.openCall')],
      ],
    },
    {
      heading: t('commandPalette.keys.questions'),
      keys: [
        [`${main} I`, t('commandPalette.keys.firstQuestion')],
        [`${main} ${printed.BracketLeft}`, t('commandPalette.keys.previousQuestion')],
        [`${main} ${printed.BracketRight}`, t('commandPalette.keys.nextQuestion')],
        [`${main} ${shift} D`, t('commandPalette.keys.deny')],
        [`${main} ${shift} Y`, t('commandPalette.keys.allow')],
        ['Esc', t('commandPalette.keys.escape')],
      ],
    },
    {
      heading: t('commandPalette.keys.lists'),
      keys: [
        ['J', t('commandPalette.keys.down')],
        ['K', t('commandPalette.keys.up')],
        [names.enter, t('commandPalette.keys.open')],
        ['E', t('commandPalette.keys.edit')],
        [`${shift} ↓`, t('commandPalette.keys.select')],
        ['Del', t('commandPalette.keys.delete')],
      ],
    },
  ]
}
