import { useState } from 'react'
import type { ServerId } from '../../../../shared/domain/ids'
import { formOf, type ServerForm } from './serverForm'
import { ServerFormFields } from './ServerFormFields'
import { useServers, type ServerWithState } from '../../../rpc/useServers'
import { t } from '../../../messages/t'

export interface EditServerDialogProps {
  readonly serverId: ServerId
  /** Opens that part at once. */
  readonly part?: 'signIn' | undefined
  readonly onClose: () => void
}

/** Changes a server. A new name goes wherever the old one stood. */
export function EditServerDialog({ serverId, part, onClose }: EditServerDialogProps) {
  const servers = useServers()
  const found = servers?.find(({ server }) => server.id === serverId)
  const [opened, setOpened] = useState(found)
  if (!opened && found) setOpened(found)
  return opened ? (
    <Edit
      opened={opened}
      part={part}
      others={(servers ?? []).flatMap(({ server }) => (server.id === serverId ? [] : [server.id]))}
      onClose={onClose}
    />
  ) : null
}

interface EditProps extends Pick<EditServerDialogProps, 'part' | 'onClose'> {
  /** The server as it was when the dialog opened: what is typed is not replaced by a change from outside. */
  readonly opened: ServerWithState
  readonly others: readonly ServerId[]
}

function Edit({ opened, part, others, onClose }: EditProps) {
  const [form, setForm] = useState<ServerForm>(() => formOf(opened.server))
  return (
    <ServerFormFields
      title={t('servers.form.edit', { server: opened.server.id })}
      previousId={opened.server.id}
      starts={opened.server.enabled}
      form={form}
      onForm={setForm}
      part={part}
      taken={others}
      onClose={onClose}
    />
  )
}
