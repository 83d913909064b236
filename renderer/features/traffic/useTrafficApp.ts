import { useMemo } from 'react'
import type { CallId, ConnectionId, ServerId } from '../../../shared/domain/ids'
import { isUuid } from '../../../shared/domain/idText'
import { appsOfServer, useAppFacts, type AppFacts } from '../../state/appFacts'
import { useNavigation } from '../../state/navigation'

/** Returns the apps of a server that this page started, the one whose messages are shown alone, and what chooses another one. */
export function useTrafficApp(serverId: ServerId): {
  readonly apps: readonly AppFacts[]
  readonly app: AppFacts | undefined
  readonly choose: (callId: CallId | undefined) => void
} {
  const facts = useAppFacts()
  const apps = useMemo(() => appsOfServer(facts, serverId), [facts, serverId])
  const callId = useNavigation(({ trafficApp }) => trafficApp)
  return {
    apps,
    app: apps.find((one) => one.callId === callId),
    choose: (trafficApp) => useNavigation.setState({ trafficApp }),
  }
}

/** Pure: the connection under which the messages of an app are recorded: it has the app's own id. */
export function connectionOf({ started: { appId } }: AppFacts): ConnectionId {
  if (!isUuid<ConnectionId>(appId)) throw new RangeError('An app has an id that is none')
  return appId
}
