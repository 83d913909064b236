/** Adds an extension of micromark to a processor of Markdown. Its `disable` also turns off what other plugins added, by name. */
export function addSyntax(processor: { data(): object }, extension: object): void {
  const data: { micromarkExtensions?: object[] } = processor.data()
  data.micromarkExtensions = [...(data.micromarkExtensions ?? []), extension]
}
