import type { AppPicture } from '../../../../../shared/domain/apps/appPicture'
import { t } from '../../../../i18n/t'

export interface LastPictureProps {
  readonly picture: AppPicture
  readonly server: string
  /** When it was taken, in words. */
  readonly at: string
  /** How high the app was. */
  readonly height: number
}

/** How an app looked last, in the place of the app: grey, so that nobody takes it for the app, and without an answer to the pointer. */
export function LastPicture({ picture, server, at, height }: LastPictureProps) {
  return (
    <div className="overflow-hidden border-s-3 border-quote-edge bg-sunk" style={{ height: `${height}px` }}>
      <img
        src={`data:image/jpeg;base64,${picture.jpeg}`}
        alt={t('apps.picture.alt', { server, at })}
        draggable={false}
        // The app had the corners of its region.
        className="pointer-events-none size-full rounded-b-3 object-scale-down object-top opacity-75 grayscale select-none"
      />
    </div>
  )
}
