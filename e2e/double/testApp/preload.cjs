const { contextBridge, ipcRenderer } = require('electron')

contextBridge.exposeInMainWorld('bridge', {
  invoke: (channel, value) => ipcRenderer.invoke(channel, value),
  shout: (word) => ipcRenderer.send('shout', word),
  onHeard: (listener) => {
    const forward = (_event, word) => listener(word)
    ipcRenderer.on('heard', forward)
    return () => void ipcRenderer.off('heard', forward)
  },
  later: { twice: async (number) => number * 2 },
})
