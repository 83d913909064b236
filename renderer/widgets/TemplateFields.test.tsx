import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { aServer, hostOf } from '../testing/sampleServers'
import { renderWithHost } from '../testing/renderWithHost'
import { user } from '../testing/user'
import { TemplateFields } from './TemplateFields'

/** A form with this many variables, whose values count how often one of them is looked at. */
async function counted(variables: number): Promise<{ readonly reads: () => number }> {
  const names = Array.from({ length: variables }, (_, index) => `v${index}`)
  let reads = 0
  const values = Object.defineProperties(
    {},
    Object.fromEntries(names.map((name) => [name, { enumerable: true, get: () => (reads++, 'x') }])),
  )
  function Form() {
    const [drawn, setDrawn] = useState(0)
    return (
      <>
        <button onClick={() => setDrawn(drawn + 1)}>{`draw ${variables}`}</button>
        <TemplateFields
          serverId={aServer().server.id}
          uriTemplate={names.map((name) => `{${name}}`).join('/')}
          values={values}
          onValues={() => undefined}
        />
      </>
    )
  }
  await renderWithHost(<Form />, hostOf(aServer({ abilities: ['completions'] })))
  return { reads: () => reads }
}

// Each field judged the values of all others whenever any part of the form was drawn: at forty variables, 1,600 judgements a keystroke.
it('looks at each value a few times when one changes, however many fields there are, and does not judge them again for another reason', async () => {
  const few = await counted(4)
  const many = await counted(40)
  expect([few.reads() / 4, many.reads() / 40].map((each) => each < 8)).toEqual([true, true])
  const before = many.reads()
  await user.click(screen.getByRole('button', { name: 'draw 40' }))
  // The one look is that of the field that shows it.
  expect(many.reads() - before).toBeLessThanOrEqual(40)
})
