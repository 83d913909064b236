import { useState } from 'react'
import type { ServerId } from '../../../shared/domain/ids'
import { formOf, type ServerForm } from './serverForm'
import { ServerFormFields } from './ServerFormFields'
import { useServers, type ServerWithState } from '../../rpc/useServers'

/** Changes a server. A new name goes wherever the old one stood. */
export function EditServerDialog({ serverId, onClose }: { readonly serverId: ServerId; readonly onClose: () => void }) {
  const servers = useServers()
  const found = servers?.find(({ server }) => server.id === serverId)
  const [opened, setOpened] = useState(found)
  if (!opened && found) setOpened(found)
  return opened ? (
    <Edit opened={opened} others={(servers ?? []).flatMap(({ server }) => (server.id === serverId ? [] : [server.id]))} onClose={onClose} />
  ) : null
}

interface EditProps {
  /** The server as it was when the dialog opened: what is typed is not replaced by a change from outside. */
  readonly opened: ServerWithState
  readonly others: readonly ServerId[]
  readonly onClose: () => void
}

function Edit({ opened, others, onClose }: EditProps) {
  const [form, setForm] = useState<ServerForm>(() => formOf(opened.server))
  return (
    <ServerFormFields
      title={`Edit ${opened.server.id}`}
      previousId={opened.server.id}
      starts={opened.server.enabled}
      form={form}
      onForm={setForm}
      taken={others}
      onClose={onClose}
    />
  )
}
