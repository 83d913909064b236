// Runs in a confined frame and draws diagrams for Parley's page, which only gets their pictures. A stranger wrote the sources.
import mermaid from 'mermaid'
import type { DrawReply, DrawRequest } from '../../../shared/confinedFrames/diagramMessages'

const page = window.parent
const tell = (reply: DrawReply): void => page.postMessage(reply, '*')

/** What a diagram's own text must not change, besides mermaid's own list. */
const fixed = [
  'secure',
  'securityLevel',
  'startOnLoad',
  'maxTextSize',
  'suppressErrorRendering',
  'maxEdges',
  'htmlLabels',
  'themeCSS',
  'fontFamily',
  'dompurifyConfig',
]

async function draw({ id, source, dark, colours }: DrawRequest): Promise<void> {
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: 'strict',
    suppressErrorRendering: true,
    secure: fixed,
    // Labels of plain SVG text: a picture with HTML in it is drawn by browsers only.
    htmlLabels: false,
    fontFamily: 'system-ui, sans-serif',
    theme: 'base',
    look: 'classic',
    themeVariables: {
      darkMode: dark,
      background: colours.background,
      primaryColor: colours.node,
      primaryTextColor: colours.text,
      primaryBorderColor: colours.line,
      lineColor: colours.line,
      textColor: colours.text,
      noteBkgColor: colours.note,
      noteTextColor: colours.text,
    },
  })
  const { svg } = await mermaid.render(`diagram${id}`, source)
  const shown = new DOMParser().parseFromString(svg, 'text/html').querySelector('svg')
  if (!shown) throw new Error('Nothing was drawn')
  const { width, height } = shown.viewBox.baseVal
  shown.setAttribute('width', String(width))
  shown.setAttribute('height', String(height))
  shown.style.maxWidth = ''
  tell({ kind: 'drawn', id, svg: new XMLSerializer().serializeToString(shown), width, height })
}

window.addEventListener('message', ({ source, data }: MessageEvent<DrawRequest>) => {
  if (source !== page) return
  draw(data).catch(() => tell({ kind: 'failed', id: data.id }))
})
tell({ kind: 'ready' })
