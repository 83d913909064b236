/** Runs work while no other process runs work of the same name in the same folder. A lock whose owner is gone does not count. */
export function withLock<T>(folder: string, name: string, work: () => Promise<T>): Promise<T>
