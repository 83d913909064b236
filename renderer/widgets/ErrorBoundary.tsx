import { Component, type ReactNode } from 'react'
import { Button } from '../ui/Button'
import { CopyButton } from '../ui/CopyButton'
import { t } from '../i18n/t'

export interface ErrorBoundaryProps {
  readonly children: ReactNode
  /** What to show in the place of a part that failed. `again` tries the part once more. By default a page of its own. */
  readonly fallback?: (error: Error, again: () => void) => ReactNode
}

interface CrashState {
  readonly error: Error | undefined
}

/** Replaces a part of the screen that failed: says what happened and offers to continue. The host and its servers keep running. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, CrashState> {
  override state: CrashState = { error: undefined }

  static getDerivedStateFromError(thrown: unknown): CrashState {
    return { error: thrown instanceof Error ? thrown : new Error(String(thrown)) }
  }

  override render(): ReactNode {
    const { error } = this.state
    if (!error) return this.props.children
    const again = (): void => this.setState({ error: undefined })
    if (this.props.fallback) return this.props.fallback(error, again)
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
          <Button look="ink" onClick={again}>
            {t('layout.crash.again')}
          </Button>
          <Button onClick={() => location.reload()}>{t('layout.crash.reload')}</Button>
          <CopyButton text={() => error.stack ?? error.message} />
        </div>
      </div>
    )
  }
}
