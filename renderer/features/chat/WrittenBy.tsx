import { Server } from 'lucide-react'
import { ServerText } from '../../i18n/ServerText'

/** Says whose words follow. It stands in a row of its own. */
export function WrittenBy({ server }: { readonly server: string }) {
  return (
    <>
      <Server size={12} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
      <ServerText id="chat.writtenBy" server={server} />
    </>
  )
}
