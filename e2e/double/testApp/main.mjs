// A small Electron app that uses everything that the double supports.
import { join } from 'node:path'
import { app, BrowserWindow, dialog, ipcMain, protocol, session } from 'electron'

const page = `<!doctype html><title>Test</title><h1>Hello</h1><a href="https://evil.invalid/">away</a>
<script src="/page.js"></script><script>window.inline = true</script>`
const files = { '/': ['text/html', page], '/page.js': ['text/javascript', "document.querySelector('h1').dataset.ran = 'yes'"] }

protocol.registerSchemesAsPrivileged([{ scheme: 'app', privileges: { standard: true, secure: true } }])
app.on('web-contents-created', (_event, contents) => {
  contents.on('will-navigate', (event) => event.preventDefault())
  contents.setWindowOpenHandler(() => ({ action: 'deny' }))
})
ipcMain.handle('echo', (_event, value) => value)
ipcMain.handle('sender', ({ sender, senderFrame }) => [senderFrame.url, senderFrame.frameTreeNodeId === sender.mainFrame.frameTreeNodeId])
ipcMain.handle('fail', () => {
  throw new TypeError('no such thing')
})
ipcMain.handle('ask', () => dialog.showMessageBox({ buttons: ['Do it', 'Later', 'Cancel'], cancelId: 2 }))
ipcMain.on('shout', (event, word) => event.sender.send('heard', word.toUpperCase()))
app.on('window-all-closed', () => app.quit())
void app.whenReady().then(() => {
  session.defaultSession.protocol.handle('app', (request) => {
    const [type, body] = files[new URL(request.url).pathname] ?? []
    const headers = { 'Content-Type': type, 'Content-Security-Policy': "default-src 'self'; frame-src 'self'" }
    return body === undefined ? new Response(null, { status: 204 }) : new Response(body, { headers })
  })
  const window = new BrowserWindow({
    width: 500,
    height: 400,
    show: false,
    webPreferences: { preload: join(import.meta.dirname, 'preload.cjs') },
  })
  window.once('ready-to-show', () => window.show())
  void window.loadURL('app://test/')
})
