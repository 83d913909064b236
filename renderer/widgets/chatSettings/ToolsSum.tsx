import { Text } from '../../i18n/Text'
import { formatTokenCount } from '../../ui/format/formatTokenCount'
import type { ServerSwitchRow } from './serverSwitchRows'

export interface ToolsSumProps {
  readonly rows: readonly ServerSwitchRow[]
  /** What the tools take of each request. Undefined until it is known. */
  readonly tokens: number | undefined
  /** Whether the model searches among them, because they are many. */
  readonly searched: boolean
}

/** How many servers and tools are on, and what that costs. */
export function ToolsSum({ rows, tokens, searched }: ToolsSumProps) {
  const on = rows.filter((row) => row.on)
  const values = { servers: on.length, tools: on.reduce((sum, row) => sum + row.tools.filter((tool) => tool.on).length, 0) }
  const components = { b: <b className="font-label text-text" /> }
  if (searched) return <Text id="projects.sum.searched" values={values} components={components} />
  if (tokens === undefined) return <Text id="projects.sum" values={values} components={components} />
  return <Text id="projects.sum.tokens" values={{ ...values, tokens: formatTokenCount(tokens) }} components={components} />
}
