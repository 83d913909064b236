import { Component, type ReactNode } from 'react'
import { CrashPage } from './CrashPage'

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
    return <CrashPage error={error} onAgain={again} />
  }
}
