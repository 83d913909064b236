import { useEffect, useState } from 'react'

declare global {
  interface Navigator {
    /** Only Chromium has it (WICG Keyboard Map), and only pages in a secure context. */
    readonly keyboard?: { getLayoutMap(): Promise<ReadonlyMap<string, string>> }
  }
}

/** The keys that stand elsewhere on other keyboards, by their `KeyboardEvent.code`, as a US keyboard prints them. */
const usKeys = { BracketLeft: '[', BracketRight: ']' } as const

/**
 * Returns what this computer's keyboard prints on the keys that Parley knows by their place: `[` on a US keyboard is `Ü` on a German one.
 * Where the layout cannot be read, it is what a US keyboard prints.
 */
export function usePrintedKeys(): Readonly<Record<keyof typeof usKeys, string>> {
  const [printed, setPrinted] = useState<Readonly<Record<keyof typeof usKeys, string>>>(usKeys)
  useEffect(() => {
    let shown = true
    void navigator.keyboard
      ?.getLayoutMap()
      .then((layout) => {
        const keyOf = (code: keyof typeof usKeys): string => layout.get(code)?.toUpperCase() ?? usKeys[code]
        if (shown) setPrinted({ BracketLeft: keyOf('BracketLeft'), BracketRight: keyOf('BracketRight') })
      })
      // A frame may be forbidden to ask. The US names stay.
      .catch(() => undefined)
    return () => {
      shown = false
    }
  }, [])
  return printed
}
