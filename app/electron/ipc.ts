import { ipcMain, type IpcMainEvent, type IpcMainInvokeEvent, type WebContents } from 'electron'
import { AppError, type ErrorReason } from '../../shared/errors/appError'
import type { Reply } from '../../shared/rpc/contract'
import { channels, type Publication } from '../../shared/rpc/wire'
import type { PageSession } from '../../main/rpc/pageSession'
import { readCancel, readWireCall } from '../wireMessages'
import { isTrustedSender } from './trustedSender'

type OpenSession = (publish: (publication: Publication) => void, contents: WebContents) => PageSession

/**
 * The IPC side of the door: the sender of every message is checked, then a session of the host answers. Each page has one session. It ends
 * when the page is reloaded, crashes or is closed.
 */
export function serveIpc(openSession: OpenSession): void {
  const sessions = new Map<WebContents, PageSession>()

  const sessionOf = (contents: WebContents): PageSession => {
    const known = sessions.get(contents)
    if (known) return known
    const session = openSession((publication) => {
      if (!contents.isDestroyed()) contents.send(channels.publish, publication)
    }, contents)
    sessions.set(contents, session)
    endWithPage(contents, () => {
      session.close()
      if (sessions.get(contents) === session) sessions.delete(contents)
    })
    return session
  }

  ipcMain.handle(channels.call, async (event, raw: unknown): Promise<Reply<unknown>> => {
    if (!isTrusted(event)) return refused('DENIED', 'shell.onlyPage')
    const request = readWireCall(raw)
    return request ? sessionOf(event.sender).call(request) : refused('INVALID_INPUT', 'shell.noCall')
  })
  ipcMain.on(channels.cancel, (event, raw: unknown) => {
    const id = readCancel(raw)
    if (isTrusted(event) && id !== undefined) sessionOf(event.sender).cancel(id)
  })
}

function isTrusted({ senderFrame, sender }: IpcMainInvokeEvent | IpcMainEvent): boolean {
  return isTrustedSender(senderFrame, sender.mainFrame)
}

function refused(code: 'DENIED' | 'INVALID_INPUT', reason: ErrorReason): Reply<unknown> {
  return { ok: false, error: new AppError(code, { reason }).toData() }
}

function endWithPage(contents: WebContents, end: () => void): void {
  const ended = (): void => {
    contents.off('did-start-navigation', navigated)
    contents.off('render-process-gone', ended)
    contents.off('destroyed', ended)
    end()
  }
  const navigated = (details: { readonly isMainFrame: boolean; readonly isSameDocument: boolean }): void => {
    if (details.isMainFrame && !details.isSameDocument) ended()
  }
  contents.on('did-start-navigation', navigated)
  contents.on('render-process-gone', ended)
  contents.on('destroyed', ended)
}
