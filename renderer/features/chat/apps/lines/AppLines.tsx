import { useState } from 'react'
import { REFUSED_ORIGINS } from '../../../../../shared/confinedFrames/appNotices'
import type { StartedApp } from '../../../../../shared/domain/apps/app'
import { assertNever } from '../../../../../shared/lib/assertNever'
import { Text } from '../../../../i18n/Text'
import { t } from '../../../../i18n/t'
import { Button } from '../../../../ui/Button'
import { AppFilesLine } from './AppFilesLine'
import { AppGrantQuestion, type AskedBecause } from '../AppGrantQuestion'
import type { AppInstance } from '../appInstance'
import { keyOf, type AppLine } from './appLineList'
import { AppToolLines } from './AppToolLines'
import { isOpen, missingReach, type AppView } from '../appView'
import { KeptFocus } from '../KeptFocus'
import { Data, Line } from './Line'
import { coveringOrigin, hostOf } from '../../../../../shared/domain/apps/appOrigins'

export interface AppLinesProps {
  readonly app: AppInstance
  readonly view: AppView
}

/** What happened at an app and what it would like, under it, oldest first. No dialog opens by itself. */
export function AppLines(props: AppLinesProps) {
  return (
    <KeptFocus>
      <Lines {...props} />
    </KeptFocus>
  )
}

function Lines({ app, view }: AppLinesProps) {
  const [asked, setAsked] = useState<AskedBecause>()
  const { started, lines } = view
  if (!started || !isOpen(view)) return null
  return (
    <>
      <NeedsLine app={app} view={view} started={started} onAsk={() => setAsked('named')} />
      <RefusedHosts lines={lines} started={started} onAsk={() => setAsked('refused')} />
      {lines.map((line) => (
        <OtherLine key={keyOf(line)} line={line} app={app} started={started} onAskForCode={() => setAsked('code')} />
      ))}
      <AppToolLines started={started} />
      {asked && <AppGrantQuestion app={app} started={started} because={asked} onClose={() => setAsked(undefined)} />}
    </>
  )
}

/** The app says that it needs more than it has, and nobody has answered yet. */
function NeedsLine({ app, view, started, onAsk }: AppLinesProps & { readonly started: StartedApp; readonly onAsk: () => void }) {
  const { origins, permissions } = missingReach(started)
  // What it asked for and was refused has a line of its own, which leads to the same question.
  const isRefused = view.lines.some(({ kind }) => kind === 'refused')
  if (view.answered || isRefused || origins.length + permissions.length === 0) return null
  const [first = ''] = origins
  const one = origins.length === 1 && permissions.length === 0
  const what = permissions.length > 0 ? 'apps.needs' : 'apps.needs.hosts'
  return (
    <Line
      shape="off"
      actions={
        <>
          <Button size="small" look="bare" onClick={() => app.answered()}>
            {t('apps.dismiss')}
          </Button>
          <Button size="small" onClick={onAsk}>
            {one ? t('apps.allowHost', { host: hostOf(first) }) : t('apps.allowSome')}
          </Button>
        </>
      }
    >
      {one ? (
        <Text id="apps.needs.host" components={{ host: <Data>{hostOf(first)}</Data> }} />
      ) : (
        t(what, { count: origins.length + permissions.length })
      )}
    </Line>
  )
}

interface RefusedHostsProps {
  readonly lines: readonly AppLine[]
  readonly started: StartedApp
  readonly onAsk: () => void
}

/** One line for the first host that was refused. The others are counted until the person wants to see them. */
function RefusedHosts({ lines, started, onAsk }: RefusedHostsProps) {
  const [all, setAll] = useState(false)
  const refused = lines.filter((line) => line.kind === 'refused')
  const shown = all ? refused : refused.slice(0, 1)
  const more = refused.length - shown.length
  return (
    <>
      {shown.map(({ origin, count }) => {
        const known = coveringOrigin(started.declared.reach, origin)
        const host = hostOf(origin)
        return (
          <Line
            key={origin}
            shape="denied"
            actions={
              known !== undefined && (
                <Button size="small" onClick={onAsk}>
                  {t('apps.allowHost', { host })}
                </Button>
              )
            }
          >
            <Text
              id={count > 1 ? 'apps.refused.times' : 'apps.refused'}
              values={count > 1 ? { count } : {}}
              components={{ host: <Data>{host}</Data> }}
            />
            {known === undefined && <span className="text-text-2"> {t('apps.refused.undeclared')}</span>}
          </Line>
        )
      })}
      {more > 0 && (
        <Line
          shape="denied"
          actions={
            <Button size="small" look="bare" onClick={() => setAll(true)}>
              {t('apps.refused.showAll', { count: refused.length })}
            </Button>
          }
        >
          {t('apps.refused.more', { count: more })}
        </Line>
      )}
    </>
  )
}

interface OtherLineProps {
  readonly line: AppLine
  readonly app: AppInstance
  readonly started: StartedApp
  readonly onAskForCode: () => void
}

function OtherLine({ line, app, started, onAskForCode }: OtherLineProps) {
  const dismiss = (
    <Button size="small" look="bare" onClick={() => app.dismiss(line)}>
      {t('apps.dismiss')}
    </Button>
  )
  switch (line.kind) {
    case 'refused':
      return null
    case 'lostGrant':
      return (
        <Line shape="off" actions={dismiss}>
          {t('apps.lostGrant')}
        </Line>
      )
    case 'refusedMore':
      return <Line shape="denied">{t('apps.refused.unnamed', { count: REFUSED_ORIGINS })}</Line>
    case 'refusedCode':
      return (
        <Line
          shape="denied"
          actions={
            <Button size="small" onClick={onAskForCode}>
              {t('apps.allowCode')}
            </Button>
          }
        >
          {t('apps.refused.code')}
        </Line>
      )
    case 'refusedPeer':
      return (
        <Line shape="denied" actions={dismiss}>
          {t('apps.refused.peer')}
        </Line>
      )
    case 'tooLong':
      return (
        <Line shape="denied" actions={dismiss}>
          {t('apps.tooLong')}
        </Line>
      )
    case 'hidden':
      return (
        <Line
          shape="ask"
          actions={
            <Button size="small" onClick={() => app.reveal()}>
              {t('apps.hidden.show')}
            </Button>
          }
        >
          {t(line.typing ? 'apps.hidden.typing' : 'apps.hidden')}
        </Line>
      )
    case 'files':
      return <AppFilesLine app={app} started={started} line={line} />
    case 'link':
      return (
        <Line
          shape="ask"
          actions={
            <>
              {dismiss}
              <Button size="small" onClick={() => app.reviewLink(line)}>
                {t('apps.review')}
              </Button>
            </>
          }
        >
          <Text id="apps.link" components={{ host: <Data>{new URL(line.url).host}</Data> }} />
        </Line>
      )
    case 'message':
      return (
        <Line shape="done" actions={dismiss}>
          {t('apps.message')}
        </Line>
      )
    default:
      return assertNever(line)
  }
}
