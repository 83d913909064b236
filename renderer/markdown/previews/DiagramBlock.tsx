import { useEffect, useRef, useState, type ReactNode } from 'react'
import { t } from '../../i18n/t'
import { Button } from '../../ui/Button'
import { CopyButton } from '../../ui/CopyButton'
import { Dialog } from '../../ui/Dialog'
import { DownloadButton } from '../../ui/files/DownloadButton'
import { StatusLabel } from '../../ui/StatusLabel'
import type { SaveContent } from '../markdownScope'
import { diagramDrawer, type DiagramOutcome } from './diagramDrawer'
import { currentLook, onLookChange } from './diagramLook'
import { DiagramPicture } from './DiagramPicture'

export interface DiagramBlockProps {
  readonly code: string
  /** The code block, which stands there until there is a picture, and instead of one. */
  readonly source: ReactNode
  /** Saves the picture as a file. Absent: it cannot be saved. */
  readonly onDownload?: SaveContent | undefined
}

/** A diagram, drawn once its block is near the window. */
export function DiagramBlock({ code, source, onDownload }: DiagramBlockProps) {
  const { box, outcome } = useDiagram(code)
  const [shown, setShown] = useState<'diagram' | 'source'>('diagram')
  const [enlarged, setEnlarged] = useState(false)
  const picture = outcome && 'picture' in outcome ? outcome.picture : undefined
  return (
    <div ref={box} className="grid grid-cols-[minmax(0,1fr)] gap-1">
      {picture && shown === 'diagram' ? (
        <figure className="rounded-2 border border-line bg-surface p-3">
          <DiagramPicture picture={picture} />
        </figure>
      ) : (
        source
      )}
      {/* As high as the buttons that take its place. */}
      {!outcome && <StatusLabel shape="busy" size={10} word={t('previews.drawing')} className="h-6" />}
      {outcome && 'problem' in outcome && (
        <p className="flex min-h-6 items-center text-12 text-text-2">{t(`previews.problem.${outcome.problem}`)}</p>
      )}
      {picture && (
        <div className="flex flex-wrap items-center gap-1">
          <Button look="bare" size="small" onClick={() => setShown(shown === 'diagram' ? 'source' : 'diagram')}>
            {shown === 'diagram' ? t('previews.showSource') : t('previews.showDiagram')}
          </Button>
          <Button look="bare" size="small" onClick={() => setEnlarged(true)}>
            {t('previews.enlarge')}
          </Button>
          <CopyButton text={() => code} label={t('previews.copySource')} />
          <CopyButton text={() => picture.svg} label={t('previews.copySvg')} />
          {onDownload && <DownloadButton download={() => onDownload('diagram.svg', picture.svg)} label={t('previews.downloadSvg')} />}
        </div>
      )}
      {picture && enlarged && (
        <Dialog
          title={t('previews.diagram')}
          width="window"
          onClose={() => setEnlarged(false)}
          foot={
            <Button size="action" className="ms-auto" onClick={() => setEnlarged(false)}>
              {t('previews.closeDiagram')}
            </Button>
          }
        >
          <div className="p-6">
            <DiagramPicture picture={picture} large />
          </div>
        </Dialog>
      )}
    </div>
  )
}

/** Draws the diagram when its block comes near the window, and again when the theme changes. */
function useDiagram(code: string) {
  const box = useRef<HTMLDivElement>(null)
  const [near, setNear] = useState(false)
  const [outcome, setOutcome] = useState<DiagramOutcome>()
  useEffect(() => {
    if (!box.current) return undefined
    const observer = new IntersectionObserver((entries) => setNear(entries.some(({ isIntersecting }) => isIntersecting)), {
      rootMargin: '400px',
    })
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [])
  useEffect(() => {
    if (!near) return undefined
    let controller = new AbortController()
    const draw = (): void => {
      controller.abort()
      controller = new AbortController()
      const { signal } = controller
      void diagramDrawer.draw(code, currentLook(), signal).then((drawn) => signal.aborted || setOutcome(drawn))
    }
    draw()
    const stop = onLookChange(draw)
    return () => {
      stop()
      controller.abort()
    }
  }, [code, near])
  return { box, outcome }
}
