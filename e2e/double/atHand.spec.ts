import type { ElectronApplication, Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import type { Parley } from '../lib/parley.ts'
import { real } from '../lib/serverEntries.ts'
import { callTools, say } from '../model/reply.ts'
import { composer, message, newChat, send } from '../screen/chat.ts'
import { expectAccessible } from '../screen/expectAccessible.ts'
import { allowOnce, approval } from '../screen/questions.ts'
import { waitUntilReady } from '../screen/servers.ts'

test.skip(({ shell }) => shell !== 'double', 'The tray and the keys of the desktop are pressed on the double only')

const keys = 'CommandOrControl+Shift+Space'
type Note = readonly [what: string, ...details: unknown[]]
/** What the double adds to Electron, for specs. */
interface Doubled {
  readonly notes: Note[]
  readonly globalShortcut: { readonly registered: Map<string, () => void>; readonly ofOthers: Set<string> }
  readonly Tray: { readonly open: Set<{ readonly menu: { readonly items: readonly { label: string; click?(): void }[] } | null }> }
}

const appOf = (parley: Parley): ElectronApplication => parley.shell.electronApp as ElectronApplication
const notesOf = (parley: Parley, what: string): Promise<readonly Note[]> =>
  appOf(parley).evaluate((electron, name) => (electron as unknown as Doubled).notes.filter(([noted]) => noted === name), what)

const press = (parley: Parley): Promise<void> =>
  appOf(parley).evaluate((electron, pressed) => (electron as unknown as Doubled).globalShortcut.registered.get(pressed)?.(), keys)

/** Presses the keys for the first time, and returns the page of the quick window. */
async function openQuickWindow(parley: Parley): Promise<Page> {
  const opened = appOf(parley).waitForEvent('window')
  await press(parley)
  const quick = await opened
  await composer(quick).waitFor()
  return quick
}

/** Which windows are shown: the main window first. */
const shown = (parley: Parley): Promise<readonly boolean[]> =>
  appOf(parley).evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((window) => window.isVisible()))

/** Gives the focus to another program. */
const lookAway = (parley: Parley): Promise<void> => appOf(parley).evaluate(({ BrowserWindow }) => BrowserWindow.getFocusedWindow()?.blur())

const trayLabels = (parley: Parley): Promise<readonly string[] | undefined> =>
  appOf(parley).evaluate((electron) => {
    const [tray] = (electron as unknown as Doubled).Tray.open
    return tray?.menu?.items.map(({ label }) => label).filter((label) => label !== '')
  })

const pressTray = (parley: Parley, label: string): Promise<void> =>
  appOf(parley).evaluate((electron, name) => {
    const [tray] = (electron as unknown as Doubled).Tray.open
    tray?.menu?.items.find((item) => item.label === name)?.click?.()
  }, label)

test('the keys open a small window with the same safety, where a question is asked and answered', async ({ parley, model }) => {
  parley.useModel(model, { desktop: { quickWindow: keys } })
  model.will(say('It is Tuesday'))
  const ui = await parley.launch()
  const quick = await openQuickWindow(parley)
  const [main, small] = (await notesOf(parley, 'BrowserWindow')).map(([, options]) => options as Readonly<Record<string, unknown>>)
  expect(small).toMatchObject({ frame: false, alwaysOnTop: true, skipTaskbar: true })
  expect(small?.['webPreferences']).toEqual(main?.['webPreferences'])
  await expect(quick.getByRole('navigation')).toHaveCount(0)
  await expectAccessible(quick, 'quick window')

  await send(quick, 'What day is it?')
  await expect(message(quick, 'It is Tuesday')).toBeVisible()
  await composer(quick).press('Escape')
  await expect.poll(() => shown(parley)).toEqual([true, false])
  await press(parley)
  await expect.poll(() => shown(parley)).toEqual([true, true])
  await expect(message(quick, 'It is Tuesday')).toBeVisible()

  await quick.getByRole('button', { name: 'Open in Parley' }).click()
  await expect(message(ui, 'It is Tuesday')).toBeVisible()
  await expect.poll(() => shown(parley)).toEqual([true, false])
})

test('a question of a server is a dialog in the quick window, and Escape closes it before it hides the window', async ({
  parley,
  model,
}) => {
  parley.useModel(model, { desktop: { quickWindow: keys } })
  parley.writeServers({ memory: real('memory') })
  model.will(callTools({ server: 'memory', tool: 'create_entities', arguments: { entities: [] } }), say('Nothing in it'))
  const ui = await parley.launch()
  await waitUntilReady(ui, 'memory')
  const quick = await openQuickWindow(parley)
  await send(quick, 'Remember nothing')
  await approval(quick, 'create_entities').waitFor()
  await quick.keyboard.press('Escape')
  await expect(approval(quick, 'create_entities')).toHaveCount(0)
  expect(await shown(parley)).toEqual([true, true])
  await quick.keyboard.press('Control+i')
  await allowOnce(quick, 'create_entities')
  await expect(message(quick, 'Nothing in it')).toBeVisible()
  await lookAway(parley)
  await expect.poll(() => shown(parley)).toEqual([true, false])
})

test('what has no place in the quick window opens in the main window', async ({ parley, model }) => {
  parley.useModel(model, { desktop: { quickWindow: keys } })
  const ui = await parley.launch()
  const quick = await openQuickWindow(parley)
  await quick.keyboard.press('Control+5')
  await expect(ui.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  await expect.poll(() => shown(parley)).toEqual([true, false])
  await expect(composer(quick)).toHaveCount(1)
})

test('keys that another program has are told in the settings', async ({ parley, model }) => {
  parley.useModel(model)
  const ui = await parley.launch()
  await appOf(parley).evaluate((electron, taken) => void (electron as unknown as Doubled).globalShortcut.ofOthers.add(taken), keys)
  await ui.keyboard.press('Control+5')
  await ui.getByRole('link', { name: 'Appearance' }).click()
  await ui.getByRole('combobox', { name: 'Quick window' }).click()
  await ui.getByRole('option', { name: 'Ctrl Shift Space' }).click()
  await expect(ui.getByText('These keys do not open the quick window.')).toBeVisible()
  await expectAccessible(ui, 'settings of the desktop')
  await ui.getByRole('combobox', { name: 'Quick window' }).click()
  await ui.getByRole('option', { name: 'Alt Space', exact: true }).click()
  await expect(ui.getByText('These keys do not open the quick window.')).toHaveCount(0)
  expect((await notesOf(parley, 'registerShortcut')).map(([, ...given]) => given)).toEqual([
    [keys, false],
    ['Alt+Space', true],
  ])
})

test('a waiting approval is counted on the icon and attracts once a person who is elsewhere; the tray leads to it', async ({
  parley,
  model,
}) => {
  parley.useModel(model, { desktop: { tray: true } })
  parley.writeServers({ memory: real('memory') })
  model.will(callTools({ server: 'memory', tool: 'read_graph', arguments: {} }), say('Nothing in it'))
  const ui = await parley.launch()
  await waitUntilReady(ui, 'memory')
  await expect.poll(() => trayLabels(parley)).toEqual(['New chat', 'Open Parley', 'Quit'])
  await newChat(ui)
  await lookAway(parley)
  await send(ui, 'What do you remember?')
  await expect.poll(() => notesOf(parley, 'flashFrame')).toEqual([['flashFrame', true]])
  expect((await notesOf(parley, 'setBadgeCount')).at(-1)).toEqual(['setBadgeCount', 1])
  await expect.poll(() => trayLabels(parley)).toEqual(['1 waiting for you', 'New chat', 'Open Parley', 'Quit'])

  await approval(ui, 'read_graph').waitFor()
  await ui.keyboard.press('Escape')
  await newChat(ui)
  await pressTray(parley, '1 waiting for you')
  await allowOnce(ui, 'read_graph')
  await expect.poll(async () => (await notesOf(parley, 'setBadgeCount')).at(-1)).toEqual(['setBadgeCount', 0])
  expect(await notesOf(parley, 'flashFrame')).toEqual([
    ['flashFrame', true],
    ['flashFrame', false],
  ])
})

test('closing the window keeps Parley running where the person wants that, and starting it again opens the window', async ({
  parley,
  model,
}) => {
  parley.useModel(model, { desktop: { keepRunning: true } })
  const ui = await parley.launch()
  const close = (): Promise<void> => appOf(parley).evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close())
  await close()
  expect(await shown(parley)).toEqual([false])
  await appOf(parley).evaluate(({ app }) => app.emit('second-instance', {}, [], ''))
  expect(await shown(parley)).toEqual([true])
  await expect(ui.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await close()
  // Quitting ends it although its window only hides: the fixture waits for its end.
  await parley.quit()
})
