import type { Tool } from './catalog'

/** Pure: the title of a tool for people. Undefined if the tool has only a name. Spec: schema.ts, BaseMetadata and ToolAnnotations. */
export function toolTitle({ name, title, annotations }: Pick<Tool, 'name' | 'title' | 'annotations'>): string | undefined {
  // An empty title counts as no title.
  const said = title || annotations?.title
  return said === undefined || said === '' || said === name ? undefined : said
}
