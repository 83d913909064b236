import { ArrowRight, Ellipsis, Maximize, Minimize, PictureInPicture2, Pin, X } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { ServerId } from '../../../../shared/domain/ids'
import { t } from '../../../i18n/t'
import { useTopic } from '../../../rpc/useTopic'
import { showAppTraffic } from '../../../state/navigation'
import { classNames } from '../../../ui/classNames'
import { IconButton } from '../../../ui/IconButton'
import { Menu, type MenuEntry } from '../../../ui/Menu'
import { SafeName } from '../../../ui/SafeName'
import { StatusLabel } from '../../../ui/StatusLabel'
import type { StatusShape } from '../../../ui/StatusIcon'
import { LetterTile } from '../../../ui/LetterTile'
import { AppCallsDialog } from './AppCallsDialog'
import type { AppInstance } from './appInstance'
import { startApp } from './appInstances'
import { AppReachDialog } from './AppReachDialog'
import { canBeShown, isOpen, type AppPlace, type AppView } from './appView'
import { hostOf } from '../../../../shared/domain/apps/appOrigins'
import { useIsWideForPin } from './useIsWideForPin'

export interface AppBarProps {
  readonly app: AppInstance
  readonly view: AppView
  readonly server: ServerId
  /** Where the bar stands. The one in the conversation stays there when the app is elsewhere. */
  readonly at?: AppPlace
}

/** Whose app it is, whether it runs, what it may reach and what it calls, and where it is shown. Nothing in it is the app's. */
export function AppBar({ app, view, server, at = 'inline' }: AppBarProps) {
  const small = at === 'pip'
  return (
    <div className="flex min-h-[2.125rem] flex-wrap items-center gap-x-2 border-b border-line bg-frame ps-[0.6875rem] pe-[0.3125rem] text-12 text-text-2">
      <LetterTile name={server} size={small ? 16 : 20} />
      <span translate="no" className="cut min-w-8 text-13 font-label text-text">
        <SafeName name={server} />
      </span>
      {at === 'inline' && <State view={view} />}
      <span className="grow" />
      {!small && view.started && <Facts app={app} view={view} />}
      <span className="flex gap-px">
        <Places app={app} view={view} at={at} />
      </span>
    </div>
  )
}

function State({ view: { phase, place } }: { readonly view: AppView }) {
  const states: Readonly<Record<AppView['phase']['name'], ReactNode>> = {
    waiting: <Word shape="off" word={t('apps.state.notRunning')} />,
    starting: <Word shape="busy" word={t('apps.state.starting')} />,
    running: place === 'inline' ? null : <Word shape="ready" word={t(`apps.state.${place}`)} />,
    ended: <Word shape="stopped" word={t('apps.state.ended')} />,
    failed: <Word shape="failed" word={t('apps.state.notRunning')} />,
  }
  return states[phase.name]
}

function Word({ shape, word }: { readonly shape: StatusShape; readonly word: string }) {
  return <StatusLabel shape={shape} word={word} size={10} role="status" />
}

/** What it may reach, and how often it called a tool: both are buttons. */
function Facts({ app, view }: { readonly app: AppInstance; readonly view: AppView }) {
  const [open, setOpen] = useState<'reach' | 'calls'>()
  const started = view.started
  const calls = useTopic('apps.states', (states) => states.open.find(({ appId }) => appId === started?.appId)?.calls) ?? 0
  if (!started) return null
  const running = isOpen(view)
  const [first, ...rest] = started.grant.origins.map(hostOf)
  const reaches =
    running && view.unprotected
      ? t('apps.reaches.any')
      : first === undefined
        ? t('apps.reaches.nothing')
        : rest.length === 0
          ? t('apps.reaches.one', { host: first })
          : t('apps.reaches.more', { host: first, count: rest.length })
  return (
    <>
      <FactButton danger={view.unprotected} onClick={() => setOpen('reach')}>
        {reaches}
      </FactButton>
      {running && (
        <>
          <span aria-hidden="true" className="text-text-3">
            ·
          </span>
          <FactButton onClick={() => setOpen('calls')}>{t('apps.calls', { count: calls })}</FactButton>
        </>
      )}
      {open === 'reach' && <AppReachDialog app={app} started={started} unprotected={view.unprotected} onClose={() => setOpen(undefined)} />}
      {open === 'calls' && <AppCallsDialog started={started} calls={calls} onClose={() => setOpen(undefined)} />}
    </>
  )
}

interface FactButtonProps {
  readonly danger?: boolean | undefined
  readonly onClick: () => void
  readonly children: string
}

function FactButton({ danger = false, onClick, children }: FactButtonProps) {
  return (
    <button
      type="button"
      onClick={onClick}
      className={classNames(
        'num cut max-w-72 rounded-1 text-12 hover:underline',
        danger ? 'font-label text-danger-text' : 'hover:text-text',
      )}
    >
      {children}
    </button>
  )
}

const icon = { size: 15, strokeWidth: 1.75, 'aria-hidden': true } as const

/** Where it can be shown, and its end. */
function Places({ app, view, at }: Required<Pick<AppBarProps, 'app' | 'view' | 'at'>>) {
  const wide = useIsWideForPin()
  const open = isOpen(view)
  // The bar in the conversation has nothing to move while the app is elsewhere.
  const moves = open && (at !== 'inline' || view.place === 'inline')
  const offers = (place: AppPlace): boolean => moves && at !== place && canBeShown(view, place)
  const to = (place: AppPlace) => () => app.setPlace(place)
  const restart: MenuEntry = { kind: 'item', label: t('apps.restart'), onSelect: () => void startApp(app) }
  const entries: MenuEntry[] = [
    ...(open || view.putAway ? [restart] : []),
    ...(view.started
      ? [{ kind: 'item', label: t('apps.traffic'), onSelect: () => showAppTraffic(app.serverId, app.callId) } as const]
      : []),
    ...(open ? [{ kind: 'item', label: t('apps.close'), onSelect: () => void app.close() } as const] : []),
  ]
  return (
    <>
      {offers('fullscreen') && (
        <IconButton size="small" label={t('apps.fullWindow')} icon={<Maximize {...icon} />} onClick={to('fullscreen')} />
      )}
      {at === 'fullscreen' && (
        <IconButton size="small" label={t('apps.leaveFullWindow')} keys="Esc" icon={<Minimize {...icon} />} onClick={to('inline')} />
      )}
      {at === 'inline' && offers('pip') && (
        <IconButton size="small" label={t('apps.pictureInPicture')} icon={<PictureInPicture2 {...icon} />} onClick={to('pip')} />
      )}
      {at === 'inline' && wide && offers('pinned') && (
        <IconButton size="small" label={t('apps.pin')} icon={<Pin {...icon} />} onClick={to('pinned')} />
      )}
      {(at === 'pip' || at === 'pinned') && (
        <IconButton
          size="small"
          label={t('apps.back')}
          icon={<ArrowRight {...icon} className="rtl:-scale-x-100" />}
          onClick={to('inline')}
        />
      )}
      {at === 'pip' ? (
        <IconButton size="small" label={t('apps.close')} icon={<X {...icon} />} onClick={() => void app.close()} />
      ) : (
        entries.length > 0 && (
          <Menu trigger={<IconButton size="small" label={t('apps.more')} icon={<Ellipsis {...icon} />} />} entries={entries} />
        )
      )}
    </>
  )
}
