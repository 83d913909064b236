import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { createQueryClient } from '../rpc/queryClient'
import { setHost } from '../rpc/currentHostClient'
import { FakeHost } from './fakeHost'
import { settle } from './settle'

/** Renders a view over a fake host, until the test ends or `unmount` is called. */
export async function renderWithHost(view: ReactNode, host = new FakeHost()): Promise<{ host: FakeHost; unmount: () => void }> {
  setHost(host)
  const client = createQueryClient()
  const { unmount } = render(<QueryClientProvider client={client}>{view}</QueryClientProvider>)
  await settle()
  return { host, unmount }
}
