import { Checkbox } from '../../../ui/form/Checkbox'
import { KeyRound } from 'lucide-react'
import { commandLine } from '../../../../shared/domain/commandLine'
import type { ServerId } from '../../../../shared/domain/ids'
import type { ImportedServer } from '../../../../shared/domain/server'
import { SafeText } from '../../../ui/SafeText'
import { TextField } from '../../../ui/form/TextField'
import { Tile } from '../../../ui/Tile'
import { withSecretsKept } from '../form/serverForm'

/** One server that was found, as the person has it so far. */
export interface Candidate {
  readonly key: string
  readonly found: ImportedServer
  readonly name: string
  readonly chosen: boolean
}

/** Pure: what was found, all chosen, under names that are free. */
export function candidatesOf(found: readonly ImportedServer[], taken: readonly ServerId[], prefix = ''): readonly Candidate[] {
  const names = new Set<string>(taken)
  return found.map((server, index) => {
    const name = freeName(server.id, names)
    names.add(name)
    return { key: `${prefix}${index} ${server.id}`, found: server, name, chosen: true }
  })
}

function freeName(wanted: string, names: ReadonlySet<string>): string {
  for (let count = 1; ; count++) {
    const name = count === 1 ? wanted : `${wanted} ${count}`
    if (!names.has(name)) return name
  }
}

export interface ImportReviewProps {
  readonly candidates: readonly Candidate[]
  readonly taken: readonly ServerId[]
  readonly onCandidates: (candidates: readonly Candidate[]) => void
}

/** What was found, before anything is kept: every command and address whole, with what Parley noticed. */
export function ImportReview({ candidates, taken, onCandidates }: ImportReviewProps) {
  const change = (key: string, part: Partial<Candidate>) =>
    onCandidates(candidates.map((candidate) => (candidate.key === key ? { ...candidate, ...part } : candidate)))
  return (
    <ul aria-label="Found servers" className="divide-y divide-line rounded-3 border border-line bg-raised">
      {candidates.map((candidate) => {
        const problem = nameProblem(candidate, candidates, taken)
        const { secrets } = withSecretsKept(candidate.name, candidate.found.launch)
        return (
          <li key={candidate.key} className="flex items-start gap-3 px-4 py-2.5">
            <Checkbox
              labelHidden
              label={`Add ${candidate.name}`}
              checked={candidate.chosen}
              onChecked={(chosen) => change(candidate.key, { chosen })}
            />
            <Tile name={candidate.name} />
            <div className="grid min-w-0 grow gap-0.5">
              <TextField
                height="small"
                className="max-w-56"
                aria-label={`Called, of ${candidate.found.id}`}
                aria-invalid={problem !== undefined}
                value={candidate.name}
                onValue={(name) => change(candidate.key, { name })}
              />
              {problem !== undefined && <p className="text-12 text-danger-text">{problem}</p>}
              <code className="mono mt-1 breakable whitespace-pre-wrap text-text-2">
                <SafeText text={commandLine(candidate.found.launch)} />
              </code>
              <p className="text-12 text-text-3">
                {candidate.found.launch.kind === 'stdio' ? 'Runs on this computer with your rights.' : 'Is reached over the network.'}
              </p>
              {secrets.map((secret) => (
                <p key={secret.name} className="flex items-center gap-1.5 text-12 text-text-3">
                  <KeyRound size={13} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
                  <span>
                    A secret moves into the vault as <code className="mono">{secret.name}</code>.
                  </span>
                </p>
              ))}
              {candidate.found.remarks.map((remark) => (
                <p key={remark} className="breakable text-12 text-ask-text">
                  <SafeText text={remark} />
                </p>
              ))}
            </div>
          </li>
        )
      })}
    </ul>
  )
}

/** Pure: why a candidate cannot be added under its name. */
export function nameProblem(candidate: Candidate, all: readonly Candidate[], taken: readonly ServerId[]): string | undefined {
  if (!candidate.chosen) return undefined
  const name = candidate.name.trim()
  if (name === '') return 'Give it a name.'
  if (taken.some((id) => id === name)) return `There is already a server called ${name}.`
  if (all.some((other) => other.key !== candidate.key && other.chosen && other.name.trim() === name))
    return 'Two of them have the same name.'
  return undefined
}
