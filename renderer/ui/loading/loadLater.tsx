import { lazy, Suspense, useState, type ComponentType } from 'react'

export interface LoadedLater<Props> {
  readonly Component: ComponentType<Props>
  /** Loads the code. After a failure the next call, or the next mount, tries again. */
  readonly preload: () => Promise<unknown>
}

/**
 * A component whose code is not part of what the first draw waits for. Once its code is there, a mount draws it at once: with `lazy` alone
 * each first mount leaves its place empty for a moment (React shows the content of a suspended place up to 300 ms later).
 * @param Meanwhile Stands in its place until the code is there. Absent: nothing.
 */
export function loadLater<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Meanwhile?: ComponentType<Props>,
): LoadedLater<Props> {
  let loaded: ComponentType<Props> | undefined
  const start = async (): Promise<ComponentType<Props>> => (loaded ??= await load())
  function Component(props: Props) {
    // Chosen once per mount: a change of the type in between would throw the state of what is drawn away.
    const [Part] = useState<ComponentType<Props>>(() => loaded ?? lazy(async () => ({ default: await start() })))
    return (
      <Suspense fallback={Meanwhile && <Meanwhile {...props} />}>
        <Part {...props} />
      </Suspense>
    )
  }
  return { Component, preload: start }
}
