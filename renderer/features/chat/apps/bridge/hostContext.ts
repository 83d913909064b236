import { canonicalJson, type JsonObject, type JsonValue } from '../../../../../shared/lib/json'
import type { DisplayMode } from './appRequests'

/** What an app is told of the place where it is. Every field of it may change while the app is open. */
export interface HostContext {
  readonly toolInfo: { readonly tool: JsonObject }
  readonly theme: 'light' | 'dark'
  readonly styles?: { readonly variables: JsonObject }
  readonly displayMode: DisplayMode
  readonly availableDisplayModes: readonly DisplayMode[]
  /** In CSS pixels. Fixed, up to a size, or as large as the app likes. */
  readonly containerDimensions: Dimensions
  readonly locale: string
  readonly timeZone: string
  readonly userAgent: string
  readonly platform: 'web' | 'desktop'
  readonly deviceCapabilities: { readonly touch: boolean; readonly hover: boolean }
  readonly safeAreaInsets: { readonly top: number; readonly right: number; readonly bottom: number; readonly left: number }
}

export interface Dimensions {
  readonly width: number
  readonly height?: number
  readonly maxHeight?: number
}

/** Pure: the fields that have changed. Undefined when none has. */
export function changedContext(before: HostContext, after: HostContext): Partial<HostContext> | undefined {
  const changed = Object.entries(after).filter(
    ([key, value]) => canonicalJson(value) !== canonicalJson(Object.entries(before).find(([name]) => name === key)?.[1]),
  )
  return changed.length === 0 ? undefined : Object.fromEntries(changed)
}

/** Pure: the context as it is sent. Apps of before 2026-01-26 know the size of their place as `viewport`. */
export function writeContext(context: Partial<HostContext>, isOld: boolean): JsonObject {
  const { toolInfo, styles, containerDimensions, deviceCapabilities, safeAreaInsets, availableDisplayModes, ...rest } = context
  const plain: Record<string, JsonValue | undefined> = {
    ...rest,
    toolInfo: toolInfo && { ...toolInfo },
    styles: styles && { ...styles },
    containerDimensions: containerDimensions && writeDimensions(containerDimensions),
    ...(isOld && { viewport: containerDimensions && writeDimensions(containerDimensions) }),
    deviceCapabilities: deviceCapabilities && { ...deviceCapabilities },
    safeAreaInsets: safeAreaInsets && { ...safeAreaInsets },
    availableDisplayModes,
  }
  return defined(plain)
}

function writeDimensions({ width, height, maxHeight }: Dimensions): JsonObject {
  return defined({ width, height, maxHeight })
}

function defined(object: Readonly<Record<string, JsonValue | undefined>>): JsonObject {
  const entries: [string, JsonValue][] = []
  for (const [key, value] of Object.entries(object)) if (value !== undefined) entries.push([key, value])
  return Object.fromEntries(entries)
}
