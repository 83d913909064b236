import { Checkbox } from '../../../ui/form/Checkbox'
import { KeyRound } from 'lucide-react'
import type { ServerId } from '../../../../shared/domain/ids'
import type { ImportedServer, Launch } from '../../../../shared/domain/server'
import { lookAlikes, plainName } from '../../../../shared/lib/confusableNames'
import { mustSee } from '../../../ui/hooks/useRequiredReading'
import { LaunchFactList } from '../../../widgets/launch/LaunchFactList'
import { launchFacts } from '../../../widgets/launch/launchFacts'
import { Field } from '../../../ui/form/Field'
import { SecretField } from '../../../ui/form/SecretField'
import { TextField } from '../../../ui/form/TextField'
import { LetterTile } from '../../../ui/LetterTile'
import { missingKeys, withTypedKeys } from './missingKeys'
import { withSecretsExtracted } from '../form/serverForm'
import { t, translator } from '../../../i18n/t'
import { Text } from '../../../i18n/Text'
import type { Message } from '../../../../shared/i18n/message'

/** One server that was found, with the person's changes. */
export interface Candidate {
  readonly key: string
  readonly found: ImportedServer
  readonly name: string
  readonly chosen: boolean
  /** The keys that the person typed where the configuration has only words, by the name of the variable or header. */
  readonly typedKeys: Readonly<Record<string, string>>
}

/** Pure: returns the found servers under unused names. Those that are switched off there are not selected. */
export function candidatesOf(found: readonly ImportedServer[], taken: readonly ServerId[], prefix = ''): readonly Candidate[] {
  const names = new Set<string>(taken)
  return found.map((server, index) => {
    const name = freeName(server.id, names)
    names.add(name)
    return { key: `${prefix}${index} ${server.id}`, found: server, name, chosen: server.enabled, typedKeys: {} }
  })
}

function freeName(wanted: string, names: ReadonlySet<string>): string {
  for (let count = 1; ; count++) {
    const name = count === 1 ? wanted : `${wanted} ${count}`
    if (!names.has(name)) return name
  }
}

export interface ImportServersReviewProps {
  readonly candidates: readonly Candidate[]
  readonly taken: readonly ServerId[]
  readonly onCandidates: (candidates: readonly Candidate[]) => void
}

/**
 * Shows the found servers before they are saved: every command and address completely, with its folder and the value
 * of each variable, and what Parley noticed. A dialog lets nobody take over one that was not on the screen to its end.
 */
export function ImportServersReview({ candidates, taken, onCandidates }: ImportServersReviewProps) {
  const change = (key: string, part: Partial<Candidate>) =>
    onCandidates(candidates.map((candidate) => (candidate.key === key ? { ...candidate, ...part } : candidate)))
  const alikes = lookAlikes([...taken, ...candidates.map(({ name }) => name.trim())])
  return (
    <ul aria-label={t('servers.import.found')} className="divide-y divide-line rounded-3 border border-line bg-raised">
      {candidates.map((candidate) => {
        const problem = nameProblem(candidate, candidates, taken)
        const alike = alikes.get(candidate.name.trim())
        const { launch, secrets } = withSecretsExtracted(candidate.name, launchOf(candidate))
        return (
          <li
            key={candidate.key}
            {...(candidate.chosen && mustSee(t('questions.start.toSee')))}
            className="flex items-start gap-3 px-4 py-2.5"
          >
            <Checkbox
              labelHidden
              label={t('servers.import.addOne', { server: candidate.name })}
              checked={candidate.chosen}
              onChecked={(chosen) => change(candidate.key, { chosen })}
            />
            <LetterTile name={candidate.name} />
            <div className="grid min-w-0 grow gap-0.5">
              <TextField
                height="small"
                className="max-w-56"
                aria-label={t('servers.import.called', { server: candidate.found.id })}
                aria-invalid={problem !== undefined}
                value={candidate.name}
                onValue={(name) => change(candidate.key, { name })}
              />
              {alike !== undefined && <p className="text-12 text-ask-text">{t('servers.lookAlike', { server: plainName(alike) })}</p>}
              {problem && <p className="text-12 text-danger-text">{translator().message(problem)}</p>}
              <LaunchFactList facts={launchFacts(launch, undefined)} />
              <p className="text-12 text-text-3">
                {t(candidate.found.launch.kind === 'stdio' ? 'servers.import.runsHere' : 'servers.import.network')}
              </p>
              {missingKeys(candidate.found.launch).map((name) => (
                <Field
                  key={name}
                  layout="stack"
                  label={t('servers.import.missingKey', { name })}
                  help={t('servers.import.missingKey.help')}
                >
                  {(control) => (
                    <SecretField
                      {...control}
                      value={candidate.typedKeys[name] ?? ''}
                      onValue={(key) => change(candidate.key, { typedKeys: { ...candidate.typedKeys, [name]: key } })}
                    />
                  )}
                </Field>
              ))}
              {secrets.map((secret) => (
                <p key={secret.name} className="flex items-center gap-1.5 text-12 text-text-3">
                  <KeyRound size={13} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
                  <span>
                    <Text
                      id="servers.import.secret"
                      components={{
                        name: (
                          <code translate="no" className="mono">
                            {secret.name}
                          </code>
                        ),
                      }}
                    />
                  </span>
                </p>
              ))}
              {remarksOf(candidate, launch).map((remark, index) => (
                <p key={index} className="breakable text-12 text-ask-text">
                  {translator().message(remark)}
                </p>
              ))}
            </div>
          </li>
        )
      })}
    </ul>
  )
}

/** Pure: what a candidate would run, with the keys that the person typed. */
export function launchOf({ found, typedKeys }: Candidate): Launch {
  return withTypedKeys(found.launch, typedKeys)
}

/** Pure: what Parley noticed, without the offer to keep a secret in the vault where it moves there anyway. */
function remarksOf({ found }: Candidate, launch: Launch): readonly Message[] {
  const values = Object.entries(launch.kind === 'stdio' ? launch.env : launch.headers)
  const moves = (name: unknown): boolean => values.some(([key, value]) => key === name && typeof value === 'object')
  return found.remarks.filter(({ id, params }) => id !== 'servers.remark.secret' || !moves(params?.['name']))
}

/** Pure: says why a candidate cannot be added under its name. */
export function nameProblem(candidate: Candidate, all: readonly Candidate[], taken: readonly ServerId[]): Message | undefined {
  if (!candidate.chosen) return undefined
  const name = candidate.name.trim()
  if (name === '') return { id: 'servers.form.error.nameEmpty' }
  if (taken.some((id) => id === name)) return { id: 'servers.form.error.nameTaken', params: { name } }
  if (all.some((other) => other.key !== candidate.key && other.chosen && other.name.trim() === name))
    return { id: 'servers.form.error.sameNames' }
  return undefined
}
