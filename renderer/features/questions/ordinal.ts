const endings = { one: 'st', two: 'nd', few: 'rd', other: 'th', zero: 'th', many: 'th' } as const
const rules = new Intl.PluralRules('en', { type: 'ordinal' })

/** Pure: 2 as "2nd". */
export function ordinal(time: number): string {
  return `${time}${endings[rules.select(time)]}`
}
