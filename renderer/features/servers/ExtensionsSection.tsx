import { extensionDeclaredBy, extensionRows, type ExtensionRow } from '../../../shared/domain/extensions/extensionRows'
import { drawnForm } from '../../../shared/lib/confusableNames'
import { versionsOf } from '../../../shared/protocol/protocolChoice'
import { MessageText } from '../../i18n/MessageText'
import { ServerText } from '../../i18n/ServerText'
import { Text } from '../../i18n/Text'
import { t } from '../../i18n/t'
import { callHost } from '../../rpc/callHost'
import type { ServerWithState } from '../../rpc/useServers'
import { SafeText } from '../../ui/SafeText'
import { Switch } from '../../ui/form/Switch'
import { ErrorNotice } from '../../widgets/ErrorNotice'
import { PolicyLock } from '../../widgets/PolicyLock'
import { useAsyncAction } from '../../widgets/useAsyncAction'

/** Shows which extensions of the protocol a server and Parley declare to each other. Those that Parley has code for can be switched off. */
export function ExtensionsSection({ server, state }: ServerWithState) {
  const { failed, run } = useAsyncAction()
  const rows = extensionRows(server, state)
  const more = (state.phase === 'ready' && state.extensions?.more) || 0
  return (
    <section aria-label={t('extensions.title')}>
      <h3 className="mb-2 text-14 font-title">{t('extensions.title')}</h3>
      {failed && <ErrorNotice error={failed} />}
      <PolicyLock part="extensions" />
      <ul className="divide-y divide-line rounded-3 border border-line bg-raised">
        {rows.map((row) => (
          <li key={row.id} className="flex items-center gap-4 px-4 py-2.5">
            <Extension row={row} server={server.id} />
            {row.decision && row.decision.by !== 'policy' && (
              <Switch
                data
                label={t('extensions.use', { name: row.id })}
                checked={row.decision.on}
                onChecked={(on) => run(() => callHost('servers.setExtension', { serverId: server.id, extension: row.id, on }))}
              />
            )}
          </li>
        ))}
      </ul>
      {more > 0 && (
        <p className="pt-2 text-12 text-text-2">
          <ServerText id="extensions.more" server={server.id} values={{ count: more }} />
        </p>
      )}
      <p className="pt-2 text-12 text-text-3">{t('extensions.help')}</p>
    </section>
  )
}

function Extension({ row, server }: { readonly row: ExtensionRow; readonly server: string }) {
  const { id, purpose, decision } = row
  return (
    <div className="min-w-0 grow">
      <div className="mono breakable font-label">{drawnForm(id) === '' ? t('extensions.nameless') : <SafeText text={id} />}</div>
      {purpose !== undefined && <div className="text-12 text-text-2">{t(purpose)}</div>}
      <div className="text-12 text-text-3">
        <ServerText id={extensionDeclaredBy(row)} server={server} /> {row.unclaimed && <Unclaimed why={row.unclaimed} />}
      </div>
      {decision?.by === 'policy' && (
        <div className="breakable text-12 text-text-2">
          <MessageText message={{ id: 'extensions.setBy', params: { by: decision.limit.by, ask: decision.limit.ask } }} />
        </div>
      )}
    </div>
  )
}

/** Why Parley does not declare an extension. */
function Unclaimed({ why }: { readonly why: NonNullable<ExtensionRow['unclaimed']> }) {
  if (why !== 'otherVersion') return t(`extensions.unclaimed.${why}`)
  const [version] = versionsOf('2026').slice(-1)
  const element = (
    <span translate="no" className="whitespace-nowrap">
      {version}
    </span>
  )
  return <Text id="extensions.unclaimed.otherVersion" components={{ version: element }} />
}
