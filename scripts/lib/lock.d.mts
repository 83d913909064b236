/** Runs work while no other process runs work with the same name in the same folder. A lock of a dead process is ignored. */
export function withLock<T>(folder: string, name: string, work: () => Promise<T>): Promise<T>
