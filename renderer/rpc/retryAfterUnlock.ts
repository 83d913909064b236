import { createStore, useStore } from 'zustand'
import type { CallName } from '../../shared/rpc/contract'
import type { VaultState } from '../../shared/domain/vaultState'

interface Asking {
  readonly promise: Promise<boolean>
  /** True when the vault opened. False when the person declined. */
  readonly done: (opened: boolean) => void
}

interface Gate {
  readonly asking: Asking | undefined
  /** The host's last report about the vault. Undefined before that, and while no dialog is mounted that could open it. */
  readonly state: VaultState | undefined
}

/** Whether the person is being asked to open the vault, and what waits for it. */
const gate = createStore<Gate>(() => ({ asking: undefined, state: undefined }))

/** Calls that a person starts and that need the vault. They are repeated when it has opened. Other calls never open a dialog. */
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

/** Called by the dialog while it is mounted. Without it, a locked vault is an ordinary error. Returns a function that ends this. */
export function mountVaultUnlock(state: VaultState | undefined): () => void {
  gate.setState({ state })
  return () => gate.setState({ state: undefined })
}

/** Whether a call that failed because of the locked vault should wait for the person. */
export function waitsForVault(name: CallName): boolean {
  const { state } = gate.getState()
  // The refusal means that the vault is not open. The topic that reports this may still be on its way.
  return state !== undefined && state !== 'open' && startedByPerson.has(name)
}

/** Asks the person to open the vault, or to choose how to store secrets. Resolves to whether they did. */
export function askToUnlock(): Promise<boolean> {
  const { asking } = gate.getState()
  if (asking) return asking.promise
  const { promise, resolve } = Promise.withResolvers<boolean>()
  gate.setState({ asking: { promise, done: resolve } })
  return promise
}

/** Ends the dialog for all waiting calls. */
export function endUnlocking(opened: boolean): void {
  const { asking } = gate.getState()
  gate.setState({ asking: undefined })
  asking?.done(opened)
}

/** Whether the dialog should be open. */
export function useUnlocking(): boolean {
  return useStore(gate, ({ asking }) => asking !== undefined)
}
