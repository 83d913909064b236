import { QueryClientProvider } from '@tanstack/react-query'
import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { createQueryClient } from '../rpc/queryClient'
import { setHost } from '../rpc/host'
import { FakeHost } from './fakeHost'
import { settle } from './settle'

/** Shows a view over a fake host. Disposing takes it away again. */
export async function renderWithHost(
  view: ReactNode,
  host = new FakeHost(),
): Promise<{ host: FakeHost; page: HTMLElement } & AsyncDisposable> {
  // The test's page has no layout, so nothing in it ever changes its size.
  Object.assign(globalThis, {
    IS_REACT_ACT_ENVIRONMENT: true,
    ResizeObserver: class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  })
  setHost(host)
  const page = document.body.appendChild(document.createElement('div'))
  const root = createRoot(page)
  await act(async () => root.render(<QueryClientProvider client={createQueryClient()}>{view}</QueryClientProvider>))
  await settle()
  return {
    host,
    page,
    [Symbol.asyncDispose]: async () => {
      await act(async () => root.unmount())
      page.remove()
    },
  }
}
