import { expect, test as base } from '@playwright/test'
import { Parley } from './lib/parley.ts'
import type { ShellKind } from './lib/shell.ts'
import { ScriptedModel } from './model/scriptedModel.ts'

interface Options {
  readonly shell: ShellKind
}

interface Fixtures {
  /** Parley with its own data folder, not yet started. */
  readonly parley: Parley
  /** A language model that gives the answers that the spec wrote. */
  readonly model: ScriptedModel
}

/** Every spec fails when the page logs an error, or when Parley does not end by itself. */
export const test = base.extend<Fixtures & Options>({
  shell: ['browser', { option: true }],
  model: async ({ shell: _shell }, run) => {
    await using model = await ScriptedModel.start()
    await run(model)
  },
  parley: async ({ shell, browser }, run, info) => {
    await using parley = new Parley(shell, browser)
    await run(parley)
    if (info.status !== info.expectedStatus) await info.attach('stderr of Parley', { body: parley.output() || '(nothing)' })
    expect(parley.complaints(), 'what the page complained about').toEqual([])
  },
})

export { expect }
