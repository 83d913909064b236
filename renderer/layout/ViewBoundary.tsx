import type { ReactNode } from 'react'
import { CrashPage } from '../widgets/CrashPage'
import { ErrorBoundary } from '../widgets/ErrorBoundary'
import { UndoBar } from '../widgets/UndoBar'

/** Keeps the failure of one view to that view. The offer of an undo is part of the views, but outlives their failure. */
export function ViewBoundary({ children }: { readonly children: ReactNode }) {
  return (
    <ErrorBoundary
      fallback={(error, again) => (
        <>
          <div className="min-h-0 grow overflow-y-auto">
            <CrashPage error={error} onAgain={again} />
          </div>
          <UndoBar atFoot />
        </>
      )}
    >
      {children}
    </ErrorBoundary>
  )
}
