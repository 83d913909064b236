import type { DiagramColours } from '../../../shared/confinedFrames/diagramMessages'
import type { DiagramLook } from './diagramDrawer'

const tokens: Readonly<Record<keyof DiagramColours, string>> = {
  background: '--surface',
  text: '--text',
  line: '--text-3',
  node: '--sunk',
  note: '--accent-soft',
}

/** Returns the colours of the page's theme as it is now. Diagrams know no other notation than `rgb(…)`. */
export function currentLook(): DiagramLook {
  const probe = document.createElement('span')
  document.body.append(probe)
  const rgb = (token: string): readonly [number, number, number] => {
    probe.style.color = `var(${token})`
    return pixelOf(getComputedStyle(probe).color)
  }
  const colour = (token: string): string => `rgb(${rgb(token).join(', ')})`
  const [red, green, blue] = rgb(tokens.background)
  const look: DiagramLook = {
    dark: red + green + blue < 3 * 128,
    colours: {
      background: colour(tokens.background),
      text: colour(tokens.text),
      line: colour(tokens.line),
      node: colour(tokens.node),
      note: colour(tokens.note),
    },
  }
  probe.remove()
  return look
}

function pixelOf(colour: string): readonly [number, number, number] {
  const context = Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d')
  if (!context) return [255, 255, 255]
  context.fillStyle = colour
  context.fillRect(0, 0, 1, 1)
  const [red = 255, green = 255, blue = 255] = context.getImageData(0, 0, 1, 1).data
  return [red, green, blue]
}

/** Calls back when the theme of the page or of the system changes. Returns a function that stops it. */
export function onLookChange(changed: () => void): () => void {
  const system = window.matchMedia('(prefers-color-scheme: dark)')
  const chosen = new MutationObserver(changed)
  system.addEventListener('change', changed)
  chosen.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
  return () => {
    system.removeEventListener('change', changed)
    chosen.disconnect()
  }
}
