import { vi } from 'vitest'

// Test files share a worker, which saves most of their time. Each file gets its own modules, so that no store keeps its state.
vi.resetModules()
