import type { KnownExposure, ExposureKind } from '../../../shared/domain/dataFlow'
import type { ServerConfig } from '../../../shared/domain/server'
import { t } from '../../i18n/t'
import { callHost } from '../../rpc/callHost'
import { useTopic } from '../../rpc/useTopic'
import { Chip } from '../../ui/Chip'
import { ErrorNotice } from '../../widgets/ErrorNotice'
import { MessageText } from '../../i18n/MessageText'
import { SegmentedControl } from '../../ui/form/SegmentedControl'
import { useAsyncAction } from '../../widgets/useAsyncAction'

const kinds = ['readsPrivate', 'bringsOutside', 'sendsOut'] as const satisfies readonly ExposureKind[]

/** Shows what a server touches according to the person. Parley guesses the rest, marks it as a guess and gives the reason. */
export function ExposureSection({ server }: { readonly server: ServerConfig }) {
  const known = useTopic('servers.exposure', (exposure) => exposure[server.id])
  const { failed, run } = useAsyncAction()
  const choose = (touch: ExposureKind, choice: Choice): void => {
    const { [touch]: _before, ...others } = server.touches
    const touches = choice === 'guess' ? others : { ...others, [touch]: choice === 'yes' }
    run(() => callHost('servers.setExposure', { serverId: server.id, touches }))
  }
  return (
    <section aria-label={t('dataFlow.exposure')}>
      <h3 className="mb-2 text-14 font-title">{t('dataFlow.exposure')}</h3>
      {failed && <ErrorNotice error={failed} />}
      <div className="divide-y divide-line rounded-3 border border-line bg-raised">
        {kinds.map((touch) => (
          <div key={touch} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5">
            <div className="min-w-0 grow basis-72">
              <div className="flex flex-wrap items-center gap-2">
                <span className="font-label">{t(`dataFlow.exposure.${touch}`)}</span>
                {known && <Standing mark={known[touch]} />}
              </div>
              <div className="text-12 text-text-3">{t(`dataFlow.exposure.${touch}.help`)}</div>
              {known?.[touch].by === 'guess' && (
                <div className="breakable pt-0.5 text-12 text-text-2">
                  <MessageText message={known[touch].because} />
                </div>
              )}
            </div>
            <SegmentedControl
              label={t(`dataFlow.exposure.${touch}`)}
              options={choices.map((value) => ({ value, label: t(`dataFlow.exposure.choice.${value}`) }))}
              value={choiceOf(server.touches[touch])}
              onValue={(choice) => choose(touch, choice)}
            />
          </div>
        ))}
      </div>
      <p className="pt-2 text-12 text-text-3">{t('dataFlow.exposure.help')}</p>
    </section>
  )
}

type Choice = 'guess' | 'yes' | 'no'

const choices = ['guess', 'yes', 'no'] as const satisfies readonly Choice[]

function choiceOf(said: boolean | undefined): Choice {
  if (said === undefined) return 'guess'
  return said ? 'yes' : 'no'
}

function Standing({ mark: { is, by } }: { readonly mark: KnownExposure[ExposureKind] }) {
  return <Chip size="small">{t(`dataFlow.exposure.${by}.${is ? 'yes' : 'no'}`)}</Chip>
}
