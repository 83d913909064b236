import type { RefObject } from 'react'
import { t } from '../../i18n/t'
import type { Tool } from '../../../shared/domain/catalog'
import type { ServerId } from '../../../shared/domain/ids'
import type { Message } from '../../../shared/i18n/message'
import { VirtualList } from '../../ui/VirtualList'
import { ToolRow, type ToolMark } from './ToolRow'

export interface ToolListProps {
  readonly serverId: ServerId
  readonly tools: readonly Tool[]
  /** The element that scrolls. */
  readonly scroller: RefObject<HTMLElement | null>
  readonly isOn: (tool: Tool) => boolean
  readonly ruleOf: (tool: Tool) => 'allow' | 'deny' | 'ask'
  /** How the tool differs from what the user accepted, if it does. */
  readonly markOf: (tool: Tool) => ToolMark
  /** What Parley notices in the tool, as sentences. */
  readonly noticedOf: (tool: Tool) => readonly Message[]
  readonly onEnabled: (tool: Tool, enabled: boolean) => void
}

/** Tools as rows. The list is as fast with five thousand tools as with five. */
export function ToolList({ serverId, tools, scroller, isOn, ruleOf, markOf, noticedOf, onEnabled }: ToolListProps) {
  return (
    <VirtualList label={t('catalog.tools')} items={tools} scroller={scroller} rowHeight={61}>
      {(tool) => (
        <ToolRow
          key={tool.name}
          serverId={serverId}
          tool={tool}
          on={isOn(tool)}
          rule={ruleOf(tool)}
          mark={markOf(tool)}
          noticed={noticedOf(tool)}
          onEnabled={(enabled) => onEnabled(tool, enabled)}
        />
      )}
    </VirtualList>
  )
}
