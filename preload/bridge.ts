import { contextBridge, ipcRenderer } from 'electron'
import { createHostClient } from '../shared/rpc/hostClient'
import { channels, type Publication } from '../shared/rpc/wire'

const client = createHostClient(
  {
    call: (request) => ipcRenderer.invoke(channels.call, request),
    cancel: (id) => ipcRenderer.send(channels.cancel, id),
    listen: (listener) => {
      const forward = (_event: unknown, publication: Publication): void => listener(publication)
      ipcRenderer.on(channels.publish, forward)
      return () => ipcRenderer.off(channels.publish, forward)
    },
  },
  () => crypto.randomUUID(),
)

// Exactly these four functions. The door in main refuses unknown calls, so this file never grows.
contextBridge.exposeInMainWorld('host', {
  call: client.call,
  cancel: client.cancel,
  watch: client.watch,
  follow: client.follow,
})
