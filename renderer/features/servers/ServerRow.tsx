import { useId } from 'react'
import { phaseLabels, type ConnectionState } from '../../../shared/domain/connectionState'
import { shortCommandLine } from '../../../shared/domain/launchLine'
import type { ServerConfig } from '../../../shared/domain/server'
import type { AppError } from '../../../shared/errors/appError'
import { ErrorNotice } from '../../widgets/ErrorNotice'
import { StatusLabel } from '../../ui/StatusLabel'
import { ServerTile } from './ServerTile'
import { connectionPhaseShape } from '../../widgets/connectionPhaseShape'
import { SetByPolicy } from './SetByPolicy'
import { lockedActions, ServerActions } from './ServerActions'
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
      <div className="grid min-h-11 grid-cols-[auto_minmax(4rem,1fr)_auto_auto] items-center gap-2.5 @min-[40rem]:grid-cols-[auto_minmax(5rem,10rem)_minmax(0,1fr)_6rem_auto] @min-[52rem]:grid-cols-[auto_minmax(5rem,8rem)_minmax(0,1fr)_10.75rem_7.75rem_5.25rem_auto]">
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
        <StatusLabel role="status" shape={connectionPhaseShape[state.phase]} word={t(phaseLabels[state.phase])} />
        <span className="relative flex w-[7.5rem] justify-end">
          <ServerActions serverId={server.id} state={state} look="icons" without={lockedActions(server)} onFailed={onFailed} />
        </span>
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
  return [t('servers.offers.tools', { count: tools }), ...(second !== undefined ? [second] : [])].join(' · ')
}
