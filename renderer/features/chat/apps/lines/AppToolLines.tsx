import type { AppId, AppState, AppWish, StartedApp } from '../../../../../shared/domain/apps/app'
import { Text } from '../../../../i18n/Text'
import { t, translator } from '../../../../i18n/t'
import { callHost } from '../../../../rpc/callHost'
import { useTopic } from '../../../../rpc/useTopic'
import { Button } from '../../../../ui/Button'
import { Chip } from '../../../../ui/Chip'
import { useAsyncAction } from '../../../../widgets/useAsyncAction'
import { Data, Line } from './Line'

/** What an app asked of its server: how often it was too fast, which tools a person denied, and which it would like to call. */
export function AppToolLines({ started: { appId } }: { readonly started: StartedApp }) {
  const state = useTopic('apps.states', (states): AppState | undefined => states.open.find((app) => app.appId === appId))
  if (!state) return null
  return (
    <>
      {state.providedTools.length > 0 && <ProvidedTools names={state.providedTools} />}
      {state.refused > 0 && <Line shape="denied">{t('apps.rate', { count: state.refused })}</Line>}
      {state.deniedTools.map((tool) => (
        <DeniedTool key={tool} appId={appId} tool={tool} />
      ))}
      {state.wishes.map((wish) => (
        <Wish key={wish.tool} appId={appId} wish={wish} />
      ))}
    </>
  )
}

/** What the app lets the model do in it. Each call asks as a call of a server's tool does. */
function ProvidedTools({ names }: { readonly names: readonly string[] }) {
  return (
    <Line shape="off">
      <Text
        id="apps.provides"
        values={{ count: names.length }}
        components={{
          tools: <Data>{translator().list(names)}</Data>,
        }}
      />
    </Line>
  )
}

function DeniedTool({ appId, tool }: { readonly appId: AppId; readonly tool: string }) {
  const { busy, run } = useAsyncAction()
  return (
    <Line
      shape="denied"
      actions={
        <Button size="small" look="bare" busy={busy} onClick={() => run(() => callHost('apps.answerTool', { appId, tool, allow: true }))}>
          {t('apps.askAgain')}
        </Button>
      }
    >
      <Text id="apps.denied" components={{ tool: <Data>{tool}</Data> }} />
    </Line>
  )
}

/** Allowing counts for this app while it is open. What may change something then asks each time, in the ordinary question. */
function Wish({ appId, wish: { tool, changes, readsOnly } }: { readonly appId: AppId; readonly wish: AppWish }) {
  const { busy, run } = useAsyncAction()
  const answer = (allow: boolean) => () => run(() => callHost('apps.answerTool', { appId, tool, allow }))
  return (
    <Line
      shape="ask"
      actions={
        <>
          <Button size="small" disabled={busy} onClick={answer(false)}>
            {t('apps.denyTool')}
          </Button>
          <Button size="small" look="ink" busy={busy} onClick={answer(true)}>
            {t('apps.allowTool')}
          </Button>
        </>
      }
    >
      <Text id="apps.wish" components={{ tool: <Data>{tool}</Data> }} />{' '}
      <Chip look={readsOnly ? 'claim' : 'plain'}>
        {t(readsOnly ? 'apps.wish.reads' : changes ? 'apps.wish.changes' : 'apps.wish.once')}
      </Chip>
    </Line>
  )
}
