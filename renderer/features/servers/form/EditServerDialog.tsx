import { useState } from 'react'
import type { ServerId } from '../../../../shared/domain/ids'
import { formOf, type ServerForm } from './serverForm'
import { ServerEditor } from './ServerEditor'
import { useServers, type ServerWithState } from '../../../rpc/useServers'
import { t } from '../../../i18n/t'

export interface EditServerDialogProps {
  readonly serverId: ServerId
  /** Opens this part of the form at once. */
  readonly part?: 'signIn' | undefined
  readonly onClose: () => void
}

/** Changes a server. A new name replaces the old one everywhere. */
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
  /** The server when the dialog opened. A change from outside does not overwrite the person's input. */
  readonly opened: ServerWithState
  readonly others: readonly ServerId[]
}

function Edit({ opened, part, others, onClose }: EditProps) {
  const [form, setForm] = useState<ServerForm>(() => formOf(opened.server))
  return (
    <ServerEditor
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
