import type { Tool } from './catalog'

/** Pure: what a tool is called for people; undefined where it has only its name. Spec: schema.ts, BaseMetadata and ToolAnnotations. */
export function toolTitle({ name, title, annotations }: Pick<Tool, 'name' | 'title' | 'annotations'>): string | undefined {
  // An empty title says no more than none.
  const said = title || annotations?.title
  return said === undefined || said === '' || said === name ? undefined : said
}
