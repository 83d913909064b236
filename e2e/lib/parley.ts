import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { OllamaServer } from '../model/ollamaServer.ts'
import type { ScriptedModel } from '../model/scriptedModel.ts'
import type { ServerEntry } from './serverEntries.ts'
import type { RunningShell, ShellKind } from './shell.ts'
import { startBrowserShell } from './startBrowserShell.ts'
import { startElectronShell } from './startElectronShell.ts'

/** Parley as one person uses it: one data folder that a spec can start and end any number of times. */
export class Parley {
  readonly kind: ShellKind
  readonly folder = mkdtempSync(join(tmpdir(), 'parley-e2e-'))
  readonly dataDir = join(this.folder, 'data')
  readonly home = join(this.folder, 'home')
  readonly env: Record<string, string> = {}
  /** Further command line arguments, after the data folder. */
  readonly args: string[] = []
  /** The Node that runs Parley. A real Electron brings its own. */
  node: string = process.execPath
  /** Addresses outside this computer that the page of the browser shell tried to load or open. */
  readonly reachedOutside: string[] = []
  readonly #browser: Browser
  readonly #complaints: string[] = []
  readonly #expected: RegExp[] = []
  /** Where the links of a desktop Parley open: another browser with its own cookies and storage. */
  #otherBrowser: BrowserContext | undefined
  #running: RunningShell | undefined
  #output = ''

  constructor(kind: ShellKind, browser: Browser) {
    this.kind = kind
    this.#browser = browser
    mkdirSync(this.dataDir)
    mkdirSync(this.home)
  }

  get shell(): RunningShell {
    if (!this.#running) throw new Error('Parley does not run')
    return this.#running
  }

  get ui(): Page {
    return this.shell.page
  }

  writeServers(servers: Readonly<Record<string, ServerEntry>>): void {
    this.writeFile('servers.json', JSON.stringify({ mcpServers: servers }, null, 2))
  }

  useModel(model: ScriptedModel, more: object = {}): void {
    this.writeFile('settings.json', JSON.stringify({ ...model.settings, ...more }, null, 2))
  }

  /** Parley finds this model by itself at its first start, at the ports where it looks for a local model server. */
  findsOnThisComputer(model: ScriptedModel | OllamaServer): void {
    this.env['PARLEY_LOCAL_MODEL_PORTS'] = model instanceof OllamaServer ? `${model.port},9,9` : `9,${model.port},9`
  }

  writeFile(name: string, text: string): void {
    writeFileSync(join(this.dataDir, name), text)
  }

  readFile(name: string): string {
    return readFileSync(join(this.dataDir, name), 'utf8')
  }

  /** Makes a folder for the spec beside the data folder. */
  makeFolder(name: string): string {
    const folder = join(this.folder, name)
    mkdirSync(folder, { recursive: true })
    return folder
  }

  /** Allows an error message of the page in this spec. Any other error message fails the spec. */
  expectComplaint(pattern: RegExp): void {
    this.#expected.push(pattern)
  }

  async launch(): Promise<Page> {
    const start = { dataDir: this.dataDir, home: this.home, env: this.env, args: this.args, node: this.node }
    const shell = this.kind === 'browser' ? await startBrowserShell(start, this.#browser) : await startElectronShell(start, this.kind)
    this.#running = shell
    // Ignores errors of a page whose host has just been killed.
    const complain = (words: string): void => {
      if (this.#running === shell) this.#complaints.push(words)
    }
    listenTo(shell.context, complain)
    // The double answers for its own scheme by itself. In the browser shell, this route blocks every outside address and records the
    // attempt.
    if (this.kind === 'browser') {
      await shell.context.route(
        ({ href }) => isOutside(href),
        async (route) => {
          this.reachedOutside.push(route.request().url())
          await route.fulfill({ status: 200, contentType: 'text/plain', body: '' })
        },
      )
    }
    // Motion is for the eye. Without it a test needs a tenth less of the processor.
    await shell.page.emulateMedia({ reducedMotion: 'reduce' })
    await shell.open()
    // Not by its name, because the page may use any language, and not by its role, because a question of the conversation that was open may lie over it.
    await shell.page.locator('nav').first().waitFor()
    return shell.page
  }

  /** Returns the next address that Parley opens outside itself, without really opening it. */
  async nextOpenedUrl(): Promise<string> {
    const { electronApp, context } = this.shell
    if (electronApp) {
      return electronApp.evaluate(
        ({ shell }) =>
          new Promise<string>((resolve) => {
            shell.openExternal = async (url) => resolve(url)
          }),
      )
    }
    const request = await context.waitForEvent('request', (asked) => asked.isNavigationRequest() && isOutside(asked.url()))
    for (const page of context.pages()) if (page !== this.ui) await page.close()
    return request.url()
  }

  /**
   * Returns the next page on this computer that Parley opens: a tab in the browser shell, or a page of the other browser on the desktop.
   */
  async nextOpenedPage(): Promise<Page> {
    if (!this.shell.electronApp) return this.shell.context.waitForEvent('page')
    const url = await this.nextOpenedUrl()
    if (!this.#otherBrowser) {
      this.#otherBrowser = await this.#browser.newContext()
      listenTo(this.#otherBrowser, (words) => this.#complaints.push(words))
    }
    const page = await this.#otherBrowser.newPage()
    await page.goto(url)
    return page
  }

  /** Records every address that Parley opens from now on. A desktop Parley does not really open them. */
  async watchOpened(): Promise<() => Promise<readonly string[]>> {
    const { electronApp, context } = this.shell
    if (!electronApp) {
      const opened: string[] = []
      context.on('page', (page) => opened.push(page.url()))
      return async () => opened
    }
    const opened = await electronApp.evaluateHandle(({ shell }) => {
      const urls: string[] = []
      shell.openExternal = async (url) => void urls.push(url)
      return urls
    })
    return () => opened.jsonValue()
  }

  /** Sets the folder that the native folder dialog returns. The browser shell has its own picker, which the spec uses directly. */
  async willPickFolder(path: string): Promise<void> {
    await this.shell.electronApp?.evaluate(({ dialog }, chosen) => {
      dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [chosen] })
    }, path)
  }

  /** Sets the file that the native dialog for saving returns. In the browser shell, the browser saves the file. */
  async willSaveFile(path: string): Promise<void> {
    await this.shell.electronApp?.evaluate(({ dialog }, chosen) => {
      dialog.showSaveDialog = async () => ({ canceled: false, filePath: chosen })
    }, path)
  }

  /** Sets the person's answer to the native dialog that shows a new or changed command. The browser shell has no such dialog. */
  async willConfirmCommands(confirmed: boolean): Promise<void> {
    await this.shell.electronApp?.evaluate(
      ({ dialog }, response) => {
        dialog.showMessageBox = async () => ({ response, checkboxChecked: false })
      },
      confirmed ? 0 : 1,
    )
  }

  async quit(): Promise<void> {
    await this.#end((shell) => shell.quit())
  }

  async kill(): Promise<void> {
    await this.#end((shell) => shell.kill())
  }

  /** Returns the errors of the page that no spec expected. */
  complaints(): readonly string[] {
    return this.#complaints.filter((words) => !this.#expected.some((pattern) => pattern.test(words)))
  }

  /** Returns everything that Parley printed on stderr, over all of its runs. */
  output(): string {
    return this.#output + (this.#running?.output() ?? '')
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#running) await this.quit()
    await this.#otherBrowser?.close()
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 3 })
  }

  async #end(how: (shell: RunningShell) => Promise<void>): Promise<void> {
    const shell = this.shell
    this.#running = undefined
    await how(shell)
    this.#output += shell.output()
  }
}

function listenTo(context: BrowserContext, complain: (words: string) => void): void {
  context.on('console', (message) => {
    if (message.type() === 'error') complain(`console: ${message.text()} (${message.location().url})`)
  })
  context.on('weberror', (error) => complain(`error: ${error.error().stack ?? String(error.error())}`))
}

function isOutside(url: string): boolean {
  return /^https?:/.test(url) && !/^(?:127\.0\.0\.1|[0-9a-f]{32}\.localhost)$/.test(new URL(url).hostname)
}
