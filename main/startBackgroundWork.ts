import type { Owners } from './handlers'
import { FailedStartRetrier } from './servers/failedStartRetrier'
import type { ServerLifecycle } from './servers/serverLifecycle'
import type { SuspendedCallTable } from './suspendedCalls/suspendedCallTable'

/**
 * Starts the background work once every owner exists. A host beside a window does not call it, because the window's host does this work.
 */
export function startBackgroundWork(
  { registry, pool, serverSecrets, turns, questions, models, accounts, vault, searchIndex, files, projects, importer, traffic }: Owners,
  { lifecycle, suspendedCalls }: { readonly lifecycle: ServerLifecycle; readonly suspendedCalls: SuspendedCallTable },
  quitting: AbortSignal,
): void {
  lifecycle.forgetRemoved()
  void serverSecrets.sweep()
  // Before the conversations that were removed are gone for good.
  traffic.forgetRemoved()
  const goOn = turns.resume()
  projects.sweep()
  // After the conversations and projects that were removed are gone for good.
  files.sweep()
  importer.sweep()
  questions.endOrphaned(goOn)
  suspendedCalls.keepOnly(goOn)
  pool.startEnabled()
  searchIndex.changed()
  void models.learnModels(quitting)
  const failedStarts = new FailedStartRetrier({ registry, pool })
  accounts.regranted.subscribe(({ kind }) => {
    if (kind === 'idp' && accounts.idp()?.state === 'signedIn') failedStarts.idpSignedIn()
  })
  vault.opened.subscribe(() => {
    failedStarts.vaultOpened()
    void models.learnModels(quitting)
  })
}
