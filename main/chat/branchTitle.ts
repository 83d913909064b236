/** Pure: returns the title of a branch: the title of where it comes from, with the first number from 2 on that is free. "" stays "". */
export function branchTitle(title: string, taken: ReadonlySet<string>): string {
  if (title === '') return ''
  const base = title.replace(/ \(\d{1,4}\)$/, '')
  let number = 2
  while (taken.has(`${base} (${number})`)) number++
  return `${base} (${number})`
}
