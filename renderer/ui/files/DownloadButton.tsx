import { Check, Download } from 'lucide-react'
import { useEffect, useState } from 'react'
import { t } from '../../i18n/t'
import { Button } from '../Button'

export interface DownloadButtonProps {
  /** Resolves to whether the file was saved. Tells of a failure itself. */
  readonly download: () => Promise<boolean>
  /** Use a longer label than "Download" when several buttons are next to each other. */
  readonly label?: string
}

/** Saves something as a file and shows for two seconds that it did. Its accessible name stays the same. */
export function DownloadButton({ download, label = t('ui.download') }: DownloadButtonProps) {
  const [saved, setSaved] = useState(false)
  useEffect(() => {
    if (!saved) return
    const timer = setTimeout(() => setSaved(false), 2000)
    return () => clearTimeout(timer)
  }, [saved])
  return (
    <Button look="bare" size="small" aria-label={label} onClick={() => void download().then(setSaved)}>
      {saved ? (
        <Check size={13} strokeWidth={2} aria-hidden="true" className="text-allow" />
      ) : (
        <Download size={13} strokeWidth={1.75} aria-hidden="true" />
      )}
      {saved ? t('ui.saved') : label}
    </Button>
  )
}
