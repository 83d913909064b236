import '../ui/theme.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { createQueryClient } from '../rpc/queryClient'
import { setHost } from '../rpc/host'
import { App } from '../shell/App'
import { useScreen } from '../shell/screen'
import { previewHost } from './previewHost'

// The screens over a host of plain values: `node renderer/testing/preview.mjs` serves them, `?fresh` shows the first screen.
// Not part of the build.
const asked = new URLSearchParams(location.search)
setHost(previewHost(asked.has('fresh')))
Object.assign(window, { screen: useScreen })
const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <QueryClientProvider client={createQueryClient()}>
      <App />
    </QueryClientProvider>,
  )
}
