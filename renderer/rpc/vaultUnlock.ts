import { createStore, useStore } from 'zustand'
import type { CallName } from '../../shared/rpc/contract'
import type { VaultState } from '../../shared/domain/secretVault'

interface Asking {
  readonly promise: Promise<boolean>
  /** True when the vault opened; false when the person would rather not now. */
  readonly done: (opened: boolean) => void
}

interface Gate {
  readonly asking: Asking | undefined
  /** What the host last said of the vault; nothing before, and without a dialog that could open it. */
  readonly state: VaultState | undefined
}

/** Whether the person is being asked to open the vault, and who waits for it. */
const gate = createStore<Gate>(() => ({ asking: undefined, state: undefined }))

/** What a person starts that needs the vault: asked once more by itself when it opened. Nothing that happens by itself opens a dialog. */
const startedByPerson: ReadonlySet<CallName> = new Set<CallName>([
  'secrets.put',
  'secrets.moveFromServer',
  'servers.save',
  'servers.import',
  'servers.start',
  'servers.restart',
  'servers.setEnabled',
  'models.saveProvider',
  'accounts.prepare',
  'accounts.setIdp',
])

/** Told by the dialog as long as it is there: without one, a locked vault is an error like any other. Returns the way back. */
export function mountVaultUnlock(state: VaultState | undefined): () => void {
  gate.setState({ state })
  return () => gate.setState({ state: undefined })
}

/** Whether a call that was refused for want of the vault should wait for the person. */
export function waitsForVault(name: CallName): boolean {
  const { state } = gate.getState()
  // It was refused, so it is not open: what says so is on its way.
  return state !== undefined && state !== 'open' && startedByPerson.has(name)
}

/** Asks the person to open the vault, or to choose how secrets are kept. Resolves to whether they did. */
export function askToUnlock(): Promise<boolean> {
  const { asking } = gate.getState()
  if (asking) return asking.promise
  const { promise, resolve } = Promise.withResolvers<boolean>()
  gate.setState({ asking: { promise, done: resolve } })
  return promise
}

/** Ends the dialog for everybody who waits for it. */
export function endUnlocking(opened: boolean): void {
  const { asking } = gate.getState()
  gate.setState({ asking: undefined })
  asking?.done(opened)
}

/** Whether the dialog is wanted. */
export function useUnlocking(): boolean {
  return useStore(gate, ({ asking }) => asking !== undefined)
}
