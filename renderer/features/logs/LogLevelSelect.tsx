import { ServerText } from '../../i18n/ServerText'
import { t } from '../../i18n/t'
import type { ConnectionState } from '../../../shared/domain/connectionState'
import { logLevels, type LogLevel } from '../../../shared/domain/logEntry'
import type { AppError } from '../../../shared/errors/appError'
import { useHostMutation } from '../../rpc/useHostQuery'
import type { ServerWithState } from '../../rpc/useServers'
import { SelectField } from '../../ui/form/SelectField'

type Choice = LogLevel | 'off'
const choices: readonly Choice[] = ['off', ...logLevels]

export interface LogLevelSelectProps extends ServerWithState {
  /** The lowest level that Parley requests from the server. Undefined until it is known. */
  readonly level: Choice | undefined
  readonly onChanged: () => void
  readonly onFailed: (error: AppError) => void
}

/** Sets the lowest level that a server logs. Shows nothing when the server cannot be asked. */
export function LogLevelSelect({ server, state, level, onChanged, onFailed }: LogLevelSelectProps) {
  const setLevel = useHostMutation('logs.setLevel')
  if (!mayLog(state)) return null
  return (
    <div className="flex flex-wrap items-center gap-2 text-12 text-text-2">
      <ServerText id="logs.sendsFrom" server={server.id} />
      <SelectField<Choice>
        label={t('logs.sendsFrom', { server: server.id })}
        height="small"
        className="w-28"
        disabled={level === undefined || setLevel.isPending}
        value={level}
        onValue={(next) => setLevel.mutate({ serverId: server.id, level: next }, { onSuccess: onChanged, onError: onFailed })}
        options={choices.map((choice) => ({ value: choice, label: t(`logs.level.${choice}`) }))}
      />
    </div>
  )
}

/** Pure: whether Parley can ask a server to log. This is unknown for a server that does not run, so its choice stays. */
function mayLog(state: ConnectionState): boolean {
  return state.phase !== 'ready' || state.abilities.includes('logging')
}
