import { isRecord } from '../lib/json'

/** Pure: the name of each secret (`{"secret": "name"}`) that stands anywhere in a value, also in one that cannot be used otherwise. */
export function secretNamesIn(value: unknown): readonly string[] {
  const names: string[] = []
  const left = [value]
  while (left.length > 0) {
    const one = left.pop()
    if (isRecord(one) && typeof one['secret'] === 'string') names.push(one['secret'])
    if (typeof one === 'object' && one !== null) for (const part of Object.values(one)) left.push(part)
  }
  return names
}
