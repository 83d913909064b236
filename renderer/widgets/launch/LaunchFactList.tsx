import { SafeText } from '../../ui/SafeText'
import type { LaunchFact } from './launchFacts'

/** Shows every fact about a launch without shortening. */
export function LaunchFactList({ facts }: { readonly facts: readonly LaunchFact[] }) {
  return (
    <dl className="grid gap-1">
      {facts.map(({ key, name, text }) => (
        <div key={key} className="grid gap-x-3 medium:grid-cols-[6rem_minmax(0,1fr)]">
          <LaunchFactName name={name} />
          <dd className="mono breakable whitespace-pre-wrap">
            <SafeText text={text} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** The name of a fact, in the column of names. */
export function LaunchFactName({ name }: { readonly name: string }) {
  return (
    <dt className="breakable text-12 leading-5 text-text-3">
      <SafeText text={name} />
    </dt>
  )
}
