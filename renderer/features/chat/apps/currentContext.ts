import type { AppInfo } from '../../../../shared/domain/settings'
import type { JsonObject } from '../../../../shared/lib/json'
import { translator } from '../../../i18n/t'
import { modeOf, roomOf, type AppView } from './appView'
import { displayModes } from './bridge/appRequests'
import type { HostContext } from './bridge/hostContext'
import { FRAME_HEIGHTS } from './frameHeight'
import { styleVariables } from './bridge/styleVariables'

/** What the page knows of Parley. */
export type PageFacts = Pick<AppInfo, 'shell' | 'version'>

export interface ContextOptions {
  /** The tool of the call, as MCP writes tools. */
  readonly tool: JsonObject
  readonly view: AppView
  readonly facts: PageFacts
}

/** Until it was seen. */
const unseen = { width: 640, maxHeight: FRAME_HEIGHTS.most }

/** Returns what an app is told of its place, of the page as it is now. */
export function currentContext({ tool, view, facts }: ContextOptions): HostContext {
  const page = document.documentElement
  const chosen = page.dataset['theme']
  const isDark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  const variables = currentVariables(page)
  return {
    toolInfo: { tool },
    theme: view.simulation.theme ?? (isDark ? 'dark' : 'light'),
    ...(variables && { styles: { variables } }),
    displayMode: modeOf(view.place),
    availableDisplayModes: displayModes,
    containerDimensions: roomOf(view) ?? unseen,
    locale: translator().lang,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    userAgent: `Parley/${facts.version}`,
    platform: facts.shell === 'electron' ? 'desktop' : 'web',
    deviceCapabilities: { touch: matchMedia('(any-pointer: coarse)').matches, hover: matchMedia('(hover: hover)').matches },
    safeAreaInsets: { top: 0, right: 0, bottom: 0, left: 0 },
  }
}

let variablesAt: { readonly rootPx: number; readonly variables: JsonObject | undefined } | undefined

/** The colours of a theme are in the variables of both, so these change with the size of the text alone. */
function currentVariables(page: HTMLElement): JsonObject | undefined {
  const style = getComputedStyle(page)
  const rootPx = Number.parseFloat(style.fontSize) || 16
  if (variablesAt?.rootPx !== rootPx) variablesAt = { rootPx, variables: styleVariables((token) => style.getPropertyValue(token), rootPx) }
  return variablesAt.variables
}

/** Calls back when the theme, the language or the size of the text changes. Returns a function that stops it. */
export function onPageChange(changed: () => void): () => void {
  const system = matchMedia('(prefers-color-scheme: dark)')
  const chosen = new MutationObserver(changed)
  system.addEventListener('change', changed)
  chosen.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'style', 'lang'] })
  return () => {
    system.removeEventListener('change', changed)
    chosen.disconnect()
  }
}
