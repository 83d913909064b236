import { useId } from 'react'
import { connectionStatus, statusLabels, type ConnectionState } from '../../../shared/domain/connectionState'
import { shortCommandLine } from '../../../shared/domain/launch/launchLine'
import type { ServerConfig } from '../../../shared/domain/server'
import type { AppError } from '../../../shared/errors/appError'
import { ErrorNotice } from '../../widgets/ErrorNotice'
import { StatusLabel } from '../../ui/StatusLabel'
import { ServerTile } from './ServerTile'
import { connectionStatusShape } from '../../widgets/connectionStatusShape'
import { SetByPolicy } from './SetByPolicy'
import { lockedActions, ServerActions } from './ServerActions'
import { ServerEntryRemarks } from './ServerEntryRemarks'
import { ServerFailure } from './ServerFailure'
import { ServerNameLink } from './ServerNameLink'
import { t } from '../../i18n/t'
import { transportLabel } from './transportLabel'

export interface ServerRowProps {
  readonly server: ServerConfig
  readonly state: ConnectionState
  readonly failed: AppError | undefined
  readonly onFailed: (error: AppError | undefined) => void
}

/** A server that needs no action: one row of 44 px. */
export function ServerRow({ server, state, failed, onFailed }: ServerRowProps) {
  const nameId = useId()
  return (
    <article aria-labelledby={nameId} className="relative border-line bg-raised pe-2.5 ps-4 hover:bg-hover">
      <div className="grid min-h-11 grid-cols-[auto_minmax(4rem,1fr)_auto] items-center gap-2.5 @max-[26rem]:py-2 @min-[26rem]:grid-cols-[auto_minmax(4rem,1fr)_auto_auto] @min-[40rem]:grid-cols-[auto_minmax(5rem,10rem)_minmax(0,1fr)_6rem_auto] @min-[52rem]:grid-cols-[auto_minmax(5rem,8rem)_minmax(0,1fr)_10.75rem_7.75rem_5.25rem_auto]">
        <ServerTile serverId={server.id} />
        <ServerNameLink id={nameId} wide serverId={server.id} />
        <span className="flex min-w-0 items-center gap-2 @max-[40rem]:hidden">
          <SetByPolicy server={server} />
          <span translate="no" className="mono cut text-12 text-text-3">
            {shortCommandLine(server.launch)}
          </span>
        </span>
        <span className="num text-12 text-text-2 @max-[52rem]:hidden">
          <Offers server={server} state={state} />
        </span>
        <span {...(state.phase === 'ready' && { translate: 'no' })} className="num text-12 text-text-3 @max-[52rem]:hidden">
          {transportLabel(state)}
        </span>
        <StatusLabel role="status" shape={connectionStatusShape[connectionStatus(state)]} word={t(statusLabels[connectionStatus(state)])} />
        <span className="relative flex w-[7.5rem] justify-end @max-[26rem]:col-span-3 @max-[26rem]:justify-self-end">
          <ServerActions serverId={server.id} state={state} look="icons" without={lockedActions(server)} onFailed={onFailed} />
        </span>
      </div>
      {connectionStatus(state) === 'notAllowed' && 'error' in state && (
        <div className="relative pb-2.5 text-12 text-text-2 medium:ps-7.5">
          <ServerFailure server={server.id} failure={state} />
        </div>
      )}
      <div className="relative pb-2.5 empty:hidden">
        <ServerEntryRemarks server={server} />
      </div>
      {failed && (
        <div className="relative pb-2.5">
          <ErrorNotice error={failed} />
        </div>
      )}
    </article>
  )
}

function Offers({ server, state }: { readonly server: ServerConfig; readonly state: ConnectionState }) {
  if (state.phase === 'starting') return <span aria-hidden="true" className="block h-2.5 w-21 rounded-[3px] bg-press" />
  if (state.phase !== 'ready') return null
  const { tools, prompts, resources } = state.offers
  const second =
    server.roots.length > 0
      ? t('servers.offers.folders', { count: server.roots.length })
      : prompts > 0
        ? t('servers.offers.prompts', { count: prompts })
        : resources > 0
          ? t('servers.offers.resources', { count: resources })
          : undefined
  const { skipped } = state.offers
  const aside = skipped > 0 ? [t('servers.offers.skipped', { count: skipped })] : []
  return [t('servers.offers.tools', { count: tools }), ...(second !== undefined ? [second] : []), ...aside].join(' · ')
}
