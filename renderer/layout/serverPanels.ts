import { PromptsPanel } from '../features/catalog/PromptsPanel'
import { ResourcesPanel } from '../features/catalog/ResourcesPanel'
import { ToolsPanel } from '../features/catalog/ToolsPanel'
import { TrafficPanel } from '../features/traffic/TrafficPanel'
import { LogPanel } from '../features/logs/LogPanel'
import type { ServerPanels } from '../state/serverPanelProps'

/** The component for each tab of a server's page. */
export const serverPanels: ServerPanels = {
  tools: ToolsPanel,
  resources: ResourcesPanel,
  prompts: PromptsPanel,
  log: LogPanel,
  traffic: TrafficPanel,
}
