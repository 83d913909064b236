import { create } from 'zustand'

/** Whether long lines of code wrap, in every block, until Parley's page is loaded again. */
const useStore = create<{ readonly wraps: boolean }>(() => ({ wraps: false }))

const setWraps = (wraps: boolean): void => useStore.setState({ wraps })

/** Returns the preference and a function that changes it for all blocks. */
export function useWrapsCode(): readonly [boolean, (wraps: boolean) => void] {
  return [useStore(({ wraps }) => wraps), setWraps]
}
