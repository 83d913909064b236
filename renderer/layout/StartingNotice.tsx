import { t } from '../i18n/t'

/** Stands in the empty window while the host takes its time: a large data folder that moves to a new version, a computer that just woke up. */
export function StartingNotice() {
  return (
    <p role="status" className="grid h-dvh place-items-center text-14 text-text-2">
      {t('layout.starting')}
    </p>
  )
}
