import { t } from '../i18n/t'
import { Button } from '../ui/Button'
import { CopyButton } from '../ui/CopyButton'

export interface CrashPageProps {
  readonly error: Error
  /** Tries the part that failed once more. */
  readonly onAgain: () => void
}

/** In the place of a part that failed: what happened, and the ways to go on. */
export function CrashPage({ error, onAgain }: CrashPageProps) {
  return (
    <div role="alert" className="mx-auto grid max-w-measure gap-3 px-6 py-16">
      <h1 className="text-20 font-title">{t('layout.crash')}</h1>
      <p className="text-14 text-text-2">{t('layout.crash.safe')}</p>
      <pre
        translate="no"
        dir="auto"
        className="max-h-60 overflow-auto rounded-2 border border-line bg-sunk p-3 text-12 whitespace-pre-wrap"
      >
        {error.message}
      </pre>
      <div className="flex gap-2">
        <Button look="ink" onClick={onAgain}>
          {t('layout.crash.again')}
        </Button>
        <Button onClick={() => location.reload()}>{t('layout.crash.reload')}</Button>
        <CopyButton text={() => error.stack ?? error.message} />
      </div>
    </div>
  )
}
