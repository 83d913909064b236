import type { ServerId } from '../../shared/domain/ids'

/** Pure: returns the name that is wanted, with the first number from 2 on that makes it one that is not taken. */
export function freeName(wanted: ServerId, taken: ReadonlySet<string>): string {
  for (let number = 2, name: string = wanted; ; number++) {
    if (!taken.has(name)) return name
    name = `${wanted} ${number}`
  }
}
