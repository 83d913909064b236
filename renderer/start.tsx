import './ui/theme.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { setNonce } from 'get-nonce'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { startLanguage } from './i18n/useLanguage'
import { createQueryClient } from './rpc/queryClient'
import { App } from './layout/App'
import { ErrorBoundary } from './widgets/ErrorBoundary'
import { refuseDrops } from './layout/refuseDrops'

// Radix and its scroll lock write style elements. The page's content security policy allows only those with its nonce.
const nonce = document.querySelector('meta[name="csp-nonce"]')?.getAttribute('content')
if (nonce !== null && nonce !== undefined) setNonce(nonce)

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element with the id "root"')
refuseDrops(window)
await startLanguage()
createRoot(root).render(
  <StrictMode>
    <ErrorBoundary>
      <QueryClientProvider client={createQueryClient()}>
        <App />
      </QueryClientProvider>
    </ErrorBoundary>
  </StrictMode>,
)
