import { useId, useState } from 'react'
import { connectionStatus, statusLabels } from '../../../shared/domain/connectionState'
import { launchLine } from '../../../shared/domain/launch/launchLine'
import type { AppError } from '../../../shared/errors/appError'
import { CopyButton } from '../../ui/CopyButton'
import { ErrorNotice } from '../../widgets/ErrorNotice'
import { SafeText } from '../../ui/SafeText'
import { StatusLabel } from '../../ui/StatusLabel'
import { ServerTile } from './ServerTile'
import { connectionStatusShape } from '../../widgets/connectionStatusShape'
import { ServerEntryRemarks } from './ServerEntryRemarks'
import { ServerFailure } from './ServerFailure'
import { ServerRemedy } from './ServerRemedy'
import { SetByPolicy } from './SetByPolicy'
import { lockedActions, ServerActions } from './ServerActions'
import { ServerNameLink } from './ServerNameLink'
import { ServerRow } from './ServerRow'
import { failureOf, needsYou, type ServerWithState } from '../../rpc/useServers'
import { t } from '../../i18n/t'

/** One server: a card with sentence, evidence and actions when it needs a person, otherwise a row. */
export function ServerAttentionCard({ server, state }: ServerWithState) {
  const nameId = useId()
  const [failed, setFailed] = useState<AppError | undefined>()
  if (!needsYou(state)) return <ServerRow server={server} state={state} failed={failed} onFailed={setFailed} />
  const failure = failureOf(state)
  return (
    <article aria-labelledby={nameId} className="rounded-3 border border-line bg-raised px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <ServerTile serverId={server.id} />
        <div className="max-w-[50%] shrink-0 @max-[30rem]:max-w-[80%]">
          <ServerNameLink id={nameId} serverId={server.id} />
        </div>
        <SetByPolicy server={server} />
        <span className="mono cut min-w-0 grow basis-20 text-text-3">
          <SafeText text={launchLine(server.launch)} />
        </span>
        <StatusLabel role="status" shape={connectionStatusShape[connectionStatus(state)]} word={t(statusLabels[connectionStatus(state)])} />
      </div>
      <div className="mt-1.5 grid grid-cols-[minmax(0,1fr)] gap-2.5 medium:ps-7.5">
        {connectionStatus(state) === 'waitsForStart' && <p className="text-text-2">{t('servers.waitsForStart.why')}</p>}
        {failure && <ServerFailure server={server.id} failure={failure} state={state} />}
        {failed && <ErrorNotice error={failed} />}
        <ServerEntryRemarks server={server} />
        <div className="flex flex-wrap items-center gap-1.5">
          <ServerRemedy server={server} state={state} />
          <ServerActions
            serverId={server.id}
            state={state}
            look="smallWords"
            without={['remove', ...lockedActions(server)]}
            onFailed={setFailed}
          />
          {failure && (
            <CopyButton
              label={t('servers.copyDetails')}
              text={() => [server.id, launchLine(server.launch), JSON.stringify(state, null, 2)].join('\n')}
            />
          )}
          <span className="ms-auto empty:hidden">
            <ServerActions
              serverId={server.id}
              state={state}
              look="smallWords"
              without={['start', 'stop', 'restart', 'edit', 'disable', 'enable', ...lockedActions(server)]}
              onFailed={setFailed}
            />
          </span>
        </div>
      </div>
    </article>
  )
}
