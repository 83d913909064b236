import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import * as z from 'zod'

const Bounds = z.object({ x: z.int(), y: z.int(), width: z.int().positive(), height: z.int().positive() })
const WindowState = z.object({ bounds: Bounds.optional(), maximized: z.boolean() })
export type WindowState = z.infer<typeof WindowState>
export type Bounds = z.infer<typeof Bounds>

const SMALLEST = { width: 480, height: 480 }
const USUAL = { width: 1280, height: 840 }
/** So much of a window must be on a display for a person to be able to take hold of it. */
const GRIP = 80

/** Where the window was last time. A file that cannot be read is no reason not to open one. */
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

/** Pure. Where a window opens: where it was, if that is still on one of the displays; else in the usual size, where the system likes. */
export function placeWindow(state: WindowState, workAreas: readonly Bounds[]): Partial<Bounds> & { width: number; height: number } {
  const { bounds } = state
  if (!bounds) return USUAL
  const size = { width: Math.max(bounds.width, SMALLEST.width), height: Math.max(bounds.height, SMALLEST.height) }
  return workAreas.some((area) => reachable(bounds, area)) ? { x: bounds.x, y: bounds.y, ...size } : size
}

/** Whether its title bar can be taken hold of on this display. */
function reachable(bounds: Bounds, area: Bounds): boolean {
  const across = Math.min(bounds.x + bounds.width, area.x + area.width) - Math.max(bounds.x, area.x)
  return across >= GRIP && bounds.y >= area.y && bounds.y <= area.y + area.height - GRIP
}
