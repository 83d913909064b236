import { useState } from 'react'
import type { Call } from '../../../../../shared/domain/chat'
import { t } from '../../../../i18n/t'
import { Button } from '../../../../ui/Button'
import { ErrorNotice } from '../../../../widgets/ErrorNotice'
import { ToolResultView } from '../../calls/ToolResultView'
import type { AppInstance } from '../appInstance'
import { startApp } from '../appInstances'
import { AppUnprotectedDialog } from '../AppUnprotectedDialog'
import type { AppEnd, AppPhase } from '../appView'
import { READY_WITHIN_MS } from '../bridge/appBridge'
import { StoppedApp } from '../lastLook/StoppedApp'

export interface AppEndLineProps {
  readonly app: AppInstance
  readonly phase: AppPhase
  readonly call: Call
  /** How high its place is. */
  readonly height: number
}

/** Why the app is not there, and a way to have it. */
export function AppEndLine({ app, phase, call, height }: AppEndLineProps) {
  const [asText, setAsText] = useState(false)
  const restart = (): void => void startApp(app)
  const verbs = (
    <>
      <Button size="small" look="bare" onClick={() => app.putAway()}>
        {t('apps.close')}
      </Button>
      <Button size="small" onClick={restart}>
        {t('apps.restart')}
      </Button>
    </>
  )
  if (phase.name === 'failed') {
    return (
      <div className="p-2">
        <ErrorNotice error={phase.error} actions={verbs} />
      </div>
    )
  }
  if (phase.name === 'ended' && phase.why === 'unconfined') {
    return (
      <>
        <Unconfined app={app} call={call} onRestart={restart} onOpenAsText={() => setAsText(true)} />
        {asText && call.result && (
          <div className="grid gap-3 border-t border-line p-3">
            <ToolResultView callId={call.id} server={call.serverId} result={call.result} />
          </div>
        )}
      </>
    )
  }
  // What a person closed may become small.
  const keepsPlace = phase.name !== 'ended' || phase.why !== 'closed'
  return (
    <StoppedApp
      call={call}
      conversationId={app.conversationId}
      height={keepsPlace ? height : undefined}
      reason={phase.name === 'ended' ? reasonOf(phase.why) : undefined}
      verbs={verbs}
    />
  )
}

interface UnconfinedProps {
  readonly app: AppInstance
  readonly call: Call
  readonly onRestart: () => void
  readonly onOpenAsText: () => void
}

/** The browser cannot hold an app back, so none was loaded. */
function Unconfined({ app, call, onRestart, onOpenAsText }: UnconfinedProps) {
  const [explains, setExplains] = useState(false)
  return (
    <div className="flex flex-wrap items-center gap-2 py-1.5 ps-[0.6875rem] pe-2">
      <p role="status" className="grow basis-60">
        {t('apps.notConfined')}
      </p>
      <Button size="small" onClick={() => setExplains(true)}>
        {t('apps.notConfined.open')}
      </Button>
      {explains && (
        <AppUnprotectedDialog
          app={app}
          call={call}
          onClose={() => setExplains(false)}
          onCheckAgain={onRestart}
          onOpenAsText={() => {
            setExplains(false)
            onOpenAsText()
          }}
        />
      )}
    </div>
  )
}

function reasonOf(why: AppEnd): string {
  if (why === 'notReady') return t('apps.ended.notReady', { seconds: READY_WITHIN_MS / 1_000 })
  return t(why === 'unconfined' ? 'apps.notConfined' : `apps.ended.${why}`)
}
