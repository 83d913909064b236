import { vi } from 'vitest'

// Test files share a worker, which saves most of their time. What modules keep (the stores of the screen) must not: every file gets its own.
vi.resetModules()
