import { useHostConnection } from '../rpc/hostConnectionStore'
import { Text } from '../i18n/Text'

/** Says that the page has lost its host and tries to reconnect by itself. */
export function HostDisconnectedNotice() {
  const session = useHostConnection()
  if (session !== 'down') return null
  return (
    <div role="alert" className="shrink-0 border-b border-line bg-sunk px-4 py-1.5 text-12 text-text-2">
      <Text id="layout.disconnected" components={{ b: <span className="font-label text-text" /> }} />
    </div>
  )
}
