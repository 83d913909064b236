import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import * as z from 'zod'

const Bounds = z.object({ x: z.int(), y: z.int(), width: z.int().positive(), height: z.int().positive() })
const WindowState = z.object({ bounds: Bounds.optional(), maximized: z.boolean() })
export type WindowState = z.infer<typeof WindowState>
export type Bounds = z.infer<typeof Bounds>

const SMALLEST = { width: 480, height: 480 }
const USUAL = { width: 1280, height: 840 }
/** The width in pixels that must be visible so that a person can drag the window. */
const GRIP = 80

/** Returns the last position of the window. An unreadable file is ignored. */
export function readWindowState(file: string): WindowState {
  try {
    const parsed = WindowState.safeParse(JSON.parse(readFileSync(file, 'utf8')))
    return parsed.success ? parsed.data : { maximized: false }
  } catch (thrown) {
    if (thrown instanceof Error) return { maximized: false }
    throw thrown
  }
}

export function writeWindowState(file: string, state: WindowState): void {
  writeFileSync(`${file}.next`, `${JSON.stringify(state)}\n`, { mode: 0o600 })
  renameSync(`${file}.next`, file)
}

/**
 * Pure: returns where a window opens: in its last place if that is still on a display, otherwise where the system puts it, in its last or
 * the usual size.
 */
export function placeWindow(state: WindowState, workAreas: readonly Bounds[]): Partial<Bounds> & { width: number; height: number } {
  const { bounds } = state
  if (!bounds) return USUAL
  const size = { width: Math.max(bounds.width, SMALLEST.width), height: Math.max(bounds.height, SMALLEST.height) }
  return workAreas.some((area) => reachable(bounds, area)) ? { x: bounds.x, y: bounds.y, ...size } : size
}

/** Returns whether the title bar can be dragged on this display. */
function reachable(bounds: Bounds, area: Bounds): boolean {
  const across = Math.min(bounds.x + bounds.width, area.x + area.width) - Math.max(bounds.x, area.x)
  return across >= GRIP && bounds.y >= area.y && bounds.y <= area.y + area.height - GRIP
}
