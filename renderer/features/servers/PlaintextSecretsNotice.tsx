import { looksSecret } from '../../../shared/secrets/secretPatterns'
import type { Launch, ServerConfig } from '../../../shared/domain/server'
import { callHost } from '../../rpc/callHost'
import { Button } from '../../ui/Button'
import { ErrorNotice } from '../../widgets/ErrorNotice'
import { Notice } from '../../ui/Notice'
import { useAsyncAction } from '../../widgets/useAsyncAction'
import { t } from '../../i18n/t'
import { Text } from '../../i18n/Text'

/** Offers to move plain text values in `servers.json` that look like secrets into the vault. */
export function PlaintextSecretsNotice({ server }: { readonly server: ServerConfig }) {
  const { busy, failed, run } = useAsyncAction()
  const names = plainSecrets(server.launch)
  if (names.length === 0) return null
  return (
    <div className="mb-3.5 grid gap-2">
      {failed && <ErrorNotice role="alert" error={failed} />}
      <Notice
        look="ask"
        title={
          <Text
            id="servers.plain.title"
            values={{ count: names.length }}
            components={{
              names: (
                <code translate="no" className="mono breakable">
                  {names.join(', ')}
                </code>
              ),
            }}
          />
        }
        actions={
          <Button size="small" busy={busy} onClick={() => run(() => callHost('secrets.moveFromServer', { serverId: server.id }))}>
            {t('servers.plain.move')}
          </Button>
        }
      >
        {t('servers.plain.help')}
      </Notice>
    </div>
  )
}

/** Pure: returns the variables or headers of a launch that seem to contain a secret in plain text. */
function plainSecrets(launch: Launch): readonly string[] {
  const values = Object.entries(launch.kind === 'stdio' ? launch.env : launch.headers)
  return values.flatMap(([name, value]) => (typeof value === 'string' && looksSecret(name, value) ? [name] : []))
}
