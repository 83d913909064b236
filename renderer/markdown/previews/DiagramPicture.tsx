import { useEffect, useRef } from 'react'
import { t } from '../../i18n/t'
import { classNames } from '../../ui/classNames'
import type { Picture } from './diagramDrawer'

/** Shows a drawn diagram as a picture: in one, nothing runs and nothing loads (SVG integration, secure static mode). */
export function DiagramPicture({ picture, large = false }: { readonly picture: Picture; readonly large?: boolean }) {
  const image = useRef<HTMLImageElement>(null)
  useEffect(() => {
    const url = URL.createObjectURL(new Blob([picture.svg], { type: 'image/svg+xml' }))
    if (image.current) image.current.src = url
    return () => URL.revokeObjectURL(url)
  }, [picture.svg])
  return (
    <img
      ref={image}
      alt={t('previews.diagram')}
      width={picture.width}
      height={picture.height}
      className={classNames('mx-auto h-auto', large ? 'w-full max-w-none' : 'max-h-120 max-w-full object-contain')}
    />
  )
}
