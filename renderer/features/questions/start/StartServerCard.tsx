import { ServerText } from '../../../i18n/ServerText'
import { variableAffectsExecution } from '../../../../shared/domain/launch/variableAffectsExecution'
import type { StartDetails } from '../../../../shared/domain/question'
import { sentMessages, type SentIdentity } from '../../../../shared/domain/launch/sentIdentity'
import type { Launch } from '../../../../shared/domain/server'
import { plainText } from '../../../../shared/lib/unsafeCharacters'
import { t } from '../../../i18n/t'
import { Fact } from '../../../ui/Facts'
import { Chip } from '../../../ui/Chip'
import { DiffText } from '../../../ui/DiffText'
import { describeLaunch } from '../../../widgets/launch/describeLaunch'
import { isUnencryptedLaunch } from '../../../widgets/launch/isUnencryptedLaunch'
import { LaunchFactName, LaunchFactList } from '../../../widgets/launch/LaunchFactList'
import { launchFacts } from '../../../widgets/launch/launchFacts'
import { LabelledRow } from '../../../widgets/LabelledRow'
import { SafeText } from '../../../ui/SafeText'
import type { CardProps } from '../cardProps'
import { launchChanges, type LaunchChange } from './launchChanges'
import { QuestionCard } from '../QuestionCard'

/** "Start SERVER?": an entry that appeared or changed outside Parley, with the whole command. */
export function StartServerCard({ details, ...place }: CardProps<StartDetails>) {
  const server = place.question.asker.serverId
  const changes = launchChanges(details)
  return (
    <QuestionCard
      {...place}
      title={t('questions.start.title', { server })}
      who={<Where launch={details.launch} />}
      answers={{
        refuse: { word: t('questions.notNow'), answer: { kind: 'start', action: 'notNow' } },
        note: t('questions.start.asksAgain'),
        allow: { word: t('questions.start.start'), answer: { kind: 'start', action: 'start' }, risky: changes !== undefined },
      }}
    >
      <LabelledRow label={t('questions.why')}>
        <span className="font-label">{<Why details={details} server={server} />}</span>{' '}
        {!details.previous && details.previousFile !== undefined && <span className="text-text-2">{t('questions.start.updateDoes')} </span>}
        {details.launch.kind === 'stdio' && <span className="text-text-2">{t('questions.start.yourRights')}</span>}
        {isUnencryptedLaunch(details.launch) && <p className="breakable font-label text-danger">{t('servers.remark.unencrypted')}</p>}
        {details.sends && <Sends sends={details.sends} />}
        {steering(details.launch).map((name) => (
          <p key={name} className="breakable font-label text-danger">
            {t('servers.remark.affectsExecution', { name })}
          </p>
        ))}
      </LabelledRow>
      {changes && (
        <LabelledRow label={t('questions.start.changed')} toSee={t('questions.start.toSee')}>
          {changes.changed.length > 0 ? <Changes changes={changes.changed} /> : t('questions.start.nothingToShow')}
        </LabelledRow>
      )}
      {(!changes || changes.unchanged.length > 0) && (
        <LabelledRow label={changes ? t('questions.start.unchanged') : t('questions.start.whatItIs')} toSee={t('questions.start.toSee')}>
          <LaunchFactList facts={changes ? changes.unchanged : launchFacts(details.launch, details.file)} />
        </LabelledRow>
      )}
    </QuestionCard>
  )
}

function Sends({ sends }: { readonly sends: SentIdentity }) {
  return sentMessages(sends, plainText).map(({ id, params }) => (
    <p key={id} className="breakable font-label text-danger">
      {t(id, params)}
    </p>
  ))
}

/** The variables that can change what the command runs. */
function steering(launch: Launch): readonly string[] {
  return launch.kind === 'stdio' ? Object.keys(launch.env).filter(variableAffectsExecution) : []
}

function Why({ details, server }: { readonly details: StartDetails; readonly server: string }) {
  const { launch, previous, previousFile, setBy, signInChanged } = details
  if (signInChanged) return <ServerText id="questions.start.signInChanged" server={server} />
  if (setBy !== undefined && previousFile === undefined)
    return <ServerText id="questions.start.setBy" server={server} values={{ by: plainText(setBy) }} />
  if (previous) return <ServerText id="questions.start.entryChanged" server={server} />
  if (previousFile === undefined || launch.kind !== 'stdio') return <ServerText id="questions.start.entryNew" server={server} />
  const command = (
    <code className="mono breakable">
      <SafeText text={launch.command} />
    </code>
  )
  return <ServerText id="questions.start.otherFile" server={server} components={{ command }} />
}

/** Strikes out what was removed and underlines what was added, for each argument and each variable separately. */
function Changes({ changes }: { readonly changes: readonly LaunchChange[] }) {
  return (
    <dl className="grid gap-2">
      {changes.map(({ name, what, pieces }, index) => (
        <div key={index} className="grid gap-x-3 medium:grid-cols-[6rem_minmax(0,1fr)_auto]">
          <LaunchFactName name={name} />
          <dd className="min-w-0">
            <DiffText mono pieces={pieces} />
          </dd>
          <dd>
            <Chip look={what === 'removed' ? 'plain' : 'ask'} size="small">
              {t(`questions.change.${what}`)}
            </Chip>
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** "npx · runs on this computer" */
function Where({ launch }: { readonly launch: Launch }) {
  return (
    <>
      <Fact>
        <span className="mono">
          <SafeText text={launch.kind === 'stdio' ? (launch.command.split(/[\\/]/).at(-1) ?? launch.command) : describeLaunch(launch)} />
        </span>
      </Fact>
      {launch.kind === 'stdio' && <Fact>{t('questions.start.runsHere')}</Fact>}
    </>
  )
}
