import type { KnownExposure, ExposureKind } from '../../../shared/domain/dataFlow'
import type { ServerDefinition } from '../../../shared/domain/server'
import { callHost } from '../../rpc/callHost'
import { useTopic } from '../../rpc/useTopic'
import { Chip } from '../../ui/Chip'
import { ErrorNotice } from '../../widgets/ErrorNotice'
import { SafeText } from '../../ui/SafeText'
import { SegmentedControl } from '../../ui/form/SegmentedControl'
import { useAttempt } from '../../widgets/useAttempt'

const marks: readonly { readonly touch: ExposureKind; readonly title: string; readonly help: string }[] = [
  { touch: 'readsPrivate', title: 'Reads private data', help: 'What it brings is not for everybody.' },
  {
    touch: 'bringsOutside',
    title: 'Brings text from outside',
    help: 'Strangers can write what it brings, also to lead your model astray.',
  },
  { touch: 'sendsOut', title: 'Can send data out', help: 'What it is sent can leave this computer, or be read by others.' },
]

/** What a server touches, as far as the person says so; the rest is guessed, and shown as a guess with its reason. */
export function ExposureSection({ server }: { readonly server: ServerDefinition }) {
  const known = useTopic('servers.exposure', (exposure) => exposure[server.id])
  const { failed, run } = useAttempt()
  const choose = (touch: ExposureKind, choice: Choice): void => {
    const { [touch]: _before, ...others } = server.touches
    const touches = choice === 'guess' ? others : { ...others, [touch]: choice === 'yes' }
    run(() => callHost('servers.setExposure', { serverId: server.id, touches }))
  }
  return (
    <section aria-label="What it touches">
      <h3 className="mb-2 text-14 font-title">What it touches</h3>
      {failed && <ErrorNotice error={failed} />}
      <div className="divide-y divide-line rounded-3 border border-line bg-raised">
        {marks.map(({ touch, title, help }) => (
          <div key={touch} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5">
            <div className="min-w-0 grow basis-72">
              <div className="flex flex-wrap items-center gap-2">
                <span className="font-label">{title}</span>
                {known && <Standing mark={known[touch]} />}
              </div>
              <div className="text-12 text-text-3">{help}</div>
              {known?.[touch].by === 'guess' && (
                <div className="breakable pt-0.5 text-12 text-text-2">
                  <SafeText text={known[touch].because} />
                </div>
              )}
            </div>
            <SegmentedControl
              label={title}
              options={choices}
              value={choiceOf(server.touches[touch])}
              onValue={(choice) => choose(touch, choice)}
            />
          </div>
        ))}
      </div>
      <p className="pt-2 text-12 text-text-3">
        Where private data and text from outside came into a conversation, a call that can send data out asks you, whatever your rules say.
      </p>
    </section>
  )
}

type Choice = 'guess' | 'yes' | 'no'

const choices = [
  { value: 'guess', label: 'Parley guesses' },
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
] as const satisfies readonly { readonly value: Choice; readonly label: string }[]

function choiceOf(said: boolean | undefined): Choice {
  if (said === undefined) return 'guess'
  return said ? 'yes' : 'no'
}

function Standing({ mark: { is, by } }: { readonly mark: KnownExposure[ExposureKind] }) {
  if (by === 'you') return <Chip size="small">{is ? 'You say yes' : 'You say no'}</Chip>
  return <Chip size="small">{is ? 'Parley guesses yes' : 'Parley guesses no'}</Chip>
}
