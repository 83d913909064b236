import { useRef } from 'react'
import { t } from '../../../i18n/t'
import { Button } from '../../../ui/Button'

/** Opens the system's dialog for files. */
export function ChooseFiles({ onFiles }: { readonly onFiles: (files: readonly File[]) => void }) {
  const field = useRef<HTMLInputElement>(null)
  return (
    <div className="flex flex-wrap items-center gap-3 border-b border-line px-6 py-3">
      <p className="grow text-12 text-text-2">{t('files.how')}</p>
      <Button onClick={() => field.current?.click()}>{t('files.choose')}</Button>
      <input
        ref={field}
        type="file"
        multiple
        hidden
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])]
          event.currentTarget.value = ''
          if (files.length > 0) onFiles(files)
        }}
      />
    </div>
  )
}
