import type { JsonObject, JsonValue } from '../../../../shared/lib/json'
import { SafeName } from '../../../ui/SafeName'
import { SafeText } from '../../../ui/SafeText'
import { classNames } from '../../../ui/classNames'

/** The whole arguments of a call, one below the other, as the JSON that is sent. The host asks on a card only about what fits. */
export function CardArguments({ args }: { readonly args: JsonObject }) {
  return (
    <dl className="mono grid gap-x-4 gap-y-0.5 rounded-2 border border-line bg-sunk px-2.5 py-[0.4375rem] text-12 leading-5 medium:grid-cols-[fit-content(12rem)_minmax(0,1fr)]">
      {Object.entries(args).map(([key, value]) => (
        <div key={key} className="contents">
          <dt className="breakable text-syn-key">
            <SafeName name={key} />
          </dt>
          <dd className="breakable whitespace-pre-wrap">
            <Value value={value} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** The same in a line that wraps. */
export function CardArgumentLine({ args, quiet }: { readonly args: JsonObject; readonly quiet: boolean }) {
  return (
    <div className="mono breakable text-12 leading-[1.1875rem] whitespace-pre-wrap">
      {Object.entries(args).map(([key, value], index) => (
        <span key={key}>
          {index > 0 && '  '}
          <span className={classNames(!quiet && 'text-syn-key')}>
            <SafeName name={key} />
          </span>{' '}
          <Value value={value} quiet={quiet} />
        </span>
      ))}
    </div>
  )
}

function Value({ value, quiet = false }: { readonly value: JsonValue; readonly quiet?: boolean }) {
  const look = typeof value === 'string' ? 'text-syn-str' : typeof value === 'object' ? undefined : 'text-syn-num'
  return (
    <span translate="no" className={classNames(!quiet && look)}>
      <SafeText text={JSON.stringify(value)} />
    </span>
  )
}
