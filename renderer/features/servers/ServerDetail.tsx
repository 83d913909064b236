import { ChevronRight } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { t } from '../../i18n/t'
import { connectionStatus, statusLabels } from '../../../shared/domain/connectionState'
import type { ServerId } from '../../../shared/domain/ids'
import type { AppError } from '../../../shared/errors/appError'
import { launchLine, shortCommandLine } from '../../../shared/domain/launch/launchLine'
import { showProtocol, showServers, useNavigation, type ServerTab } from '../../state/navigation'
import type { ServerPanelProps, ServerPanels } from '../../state/serverPanelProps'
import { TopBar } from '../../widgets/TopBar'
import { Fact, Facts } from '../../ui/Facts'
import { AppLink } from '../../ui/AppLink'
import { CopyButton } from '../../ui/CopyButton'
import { DeprecationMark } from '../../widgets/deprecation/DeprecationNote'
import { ErrorNotice } from '../../widgets/ErrorNotice'
import { SafeName } from '../../ui/SafeName'
import { StatusLabel } from '../../ui/StatusLabel'
import { TabPanel } from '../../ui/TabPanel'
import { Tabs } from '../../ui/Tabs'
import { Tooltip } from '../../ui/Tooltip'
import { ServerTile } from './ServerTile'
import { connectionStatusShape } from '../../widgets/connectionStatusShape'
import { AboutPanel } from './AboutPanel'
import { ServerFailure } from './ServerFailure'
import { FoldersPanel } from './FoldersPanel'
import { ServerRemedy } from './ServerRemedy'
import { AccountPanel } from './AccountPanel'
import { ServerEntryRemarks } from './ServerEntryRemarks'
import { PlaintextSecretsNotice } from './PlaintextSecretsNotice'
import { SetByPolicy } from './SetByPolicy'
import { lockedActions, ServerActions } from './ServerActions'
import { failureOf, useServer, type ServerWithState } from '../../rpc/useServers'
import { transportLabel } from './transportLabel'

/** The page of one server: what it is, what it offers, what it may know, and what it printed. */
export function ServerDetail({ serverId, panels }: { readonly serverId: ServerId; readonly panels: ServerPanels }) {
  const found = useServer(serverId)
  const scroller = useRef<HTMLDivElement>(null)
  const titleId = useId()
  if (!found) return null
  return (
    <>
      <TopBar>
        <AppLink to="servers" className="rounded-1 text-text-2 hover:text-text" onGo={() => showServers()}>
          {t('servers.detail.all')}
        </AppLink>
        <ChevronRight size={14} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-text-3 rtl:-scale-x-100" />
        <h1 id={titleId} translate="no" className="cut font-title">
          <SafeName name={serverId} />
        </h1>
      </TopBar>
      <div ref={scroller} className="min-h-0 grow overflow-y-auto px-4 py-5.5 wide:px-8">
        <article aria-labelledby={titleId} className="mx-auto max-w-page">
          <DetailHead server={found.server} state={found.state} />
          <PlaintextSecretsNotice server={found.server} />
          <div className="mb-3.5 empty:hidden">
            <ServerEntryRemarks server={found.server} />
          </div>
          <DetailTabs server={found.server} state={found.state} scroller={scroller} panels={panels} />
        </article>
      </div>
    </>
  )
}

function DetailHead({ server, state }: ServerWithState) {
  const [failed, setFailed] = useState<AppError | undefined>()
  const heading = useRef<HTMLHeadingElement>(null)
  const failure = failureOf(state)
  useEffect(() => {
    // When the pressed link disappeared with the list, the heading takes the focus. A link in the sidebar still exists and keeps the focus.
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  }, [])
  const facts = [
    server.setBy !== undefined && <SetByPolicy key="setBy" server={server} />,
    <code key="launch" translate="no" className="mono breakable">
      {shortCommandLine(server.launch)}
    </code>,
    state.phase === 'ready' ? (
      <VersionLink key="wire" serverId={server.id} label={transportLabel(state)} />
    ) : (
      transportLabel(state) !== '' && (
        <span key="wire" className="num">
          {transportLabel(state)}
        </span>
      )
    ),
    state.phase === 'ready' && state.transport === 'sse' && <DeprecationMark key="older" feature="httpSse" />,
  ].filter((fact) => fact !== false)
  return (
    <div className="mb-3.5 grid gap-3">
      <div className="flex flex-wrap items-center gap-3.5">
        <ServerTile serverId={server.id} size={36} />
        <div className="min-w-0 grow basis-96">
          <h2 ref={heading} translate="no" tabIndex={-1} data-quiet-focus className="breakable text-20 font-title tracking-(--track-title)">
            <SafeName name={server.id} />
          </h2>
          <Facts className="text-12">
            <Fact>
              <StatusLabel
                role="status"
                shape={connectionStatusShape[connectionStatus(state)]}
                word={t(statusLabels[connectionStatus(state)])}
              />
            </Fact>
            {facts.map((fact, index) => (
              <Fact key={index}>{fact}</Fact>
            ))}
          </Facts>
        </div>
        <div className="flex flex-wrap gap-1.5">
          <ServerActions serverId={server.id} state={state} look="words" without={lockedActions(server)} onFailed={setFailed} />
        </div>
      </div>
      {failed && <ErrorNotice error={failed} />}
      {failure && (
        <div className="rounded-3 border border-line bg-raised px-4 py-3">
          <ServerFailure server={server.id} failure={failure} state={state} />
          <div className="mt-2.5 flex flex-wrap gap-1.5">
            <ServerRemedy server={server} state={state} />
            <CopyButton
              label={t('servers.copyDetails')}
              text={() => [server.id, launchLine(server.launch), JSON.stringify(state, null, 2)].join('\n')}
            />
          </div>
        </div>
      )}
    </div>
  )
}

/** The version of MCP that is spoken, and its transport. It leads to where the version is explained and chosen. */
function VersionLink({ serverId, label }: { readonly serverId: ServerId; readonly label: string }) {
  return (
    <Tooltip label={t('servers.protocol.see')}>
      <AppLink to="server" translate="no" className="num rounded-1 whitespace-nowrap hover:underline" onGo={() => showProtocol(serverId)}>
        {label}
      </AppLink>
    </Tooltip>
  )
}

function DetailTabs({ server, state, scroller, panels }: ServerPanelProps & { readonly panels: ServerPanels }) {
  const tab = useNavigation((screen) => screen.serverTab)
  const offers = state.phase === 'ready' ? state.offers : undefined
  const skills = state.phase === 'ready' && state.abilities.includes('skills')
  return (
    <Tabs<ServerTab>
      label={t('servers.detail.offers', { server: server.id })}
      value={tab}
      onValue={(serverTab) => useNavigation.setState({ serverTab })}
      tabs={[
        { value: 'tools', label: t('servers.tab.tools'), count: offers?.tools },
        { value: 'resources', label: t('servers.tab.resources'), count: offers?.resources },
        // The number of skills is known only after they are listed.
        skills
          ? { value: 'prompts', label: t('servers.tab.promptsAndSkills') }
          : { value: 'prompts', label: t('servers.tab.prompts'), count: offers?.prompts },
        { value: 'folders', label: t('servers.tab.folders'), count: server.roots.length },
        ...(server.launch.kind === 'http' ? [{ value: 'account' as const, label: t('servers.tab.account') }] : []),
        { value: 'log', label: t('servers.tab.log') },
        { value: 'traffic', label: t('traffic.name') },
        { value: 'about', label: t('servers.tab.about') },
      ]}
    >
      {panelTabs.map((name) => {
        const Panel = panels[name]
        return (
          <TabPanel key={name} value={name}>
            <Panel server={server} state={state} scroller={scroller} />
          </TabPanel>
        )
      })}
      <TabPanel value="folders">
        <FoldersPanel server={server} state={state} />
      </TabPanel>
      {server.launch.kind === 'http' && (
        <TabPanel value="account">
          <AccountPanel server={server} state={state} />
        </TabPanel>
      )}
      <TabPanel value="about">
        <AboutPanel server={server} state={state} />
      </TabPanel>
    </Tabs>
  )
}

const panelTabs = ['tools', 'resources', 'prompts', 'log', 'traffic'] as const satisfies readonly (keyof ServerPanels)[]
