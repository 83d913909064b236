import type { JsonObject, JsonValue } from '../../../shared/lib/json'
import { SafeText } from '../../ui/SafeText'

/** Arguments by name, all of them and whole: this is what a person approves. */
export function ArgumentList({ args }: { readonly args: JsonObject }) {
  return (
    <dl className="grid gap-x-4 gap-y-2 medium:grid-cols-[7.25rem_minmax(0,1fr)]">
      {Object.entries(args).map(([key, value]) => (
        <div key={key} className="contents">
          <dt className="mono breakable text-12 leading-[1.125rem]">
            <SafeText text={key} />
            <span className="block font-ui text-11 text-text-3">{kindOf(value)}</span>
          </dt>
          <dd className="mono breakable rounded-2 border border-line bg-sunk px-[0.5625rem] py-[0.3125rem] text-12 leading-5 whitespace-pre-wrap">
            <SafeText text={valueText(value)} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** On one line where it is short; broken into lines where one would have to search in it. */
function valueText(value: JsonValue): string {
  if (typeof value === 'string') return value
  const line = JSON.stringify(value)
  return line.length <= 60 ? line : JSON.stringify(value, null, 2)
}

function kindOf(value: JsonValue): string {
  if (typeof value === 'string') {
    const lines = value.split('\n').length
    return value === '' ? 'string, empty' : lines > 1 ? `string, ${lines} lines` : 'string'
  }
  if (Array.isArray(value)) return `list of ${value.length}`
  return value === null ? 'null' : typeof value
}
