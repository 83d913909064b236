interface ModuleInfo {
  readonly isEntry: boolean
  readonly importers: readonly string[]
}

interface Group {
  readonly debugName: string
  readonly includeDependenciesRecursively: boolean
  readonly name: string | ((id: string, context: { getModuleInfo(id: string): ModuleInfo | null }) => string | null)
  readonly priority?: number
  readonly test?: (id: string) => boolean
}

export function firstChunks(): Group[]
