import { join } from 'node:path'
import { format } from 'prettier'
import { expect, it } from 'vitest'
import * as z from 'zod'
import { PolicyFile } from '../../shared/domain/policy'

/** `npx vitest run main/policy/policySchema.test.ts --update` writes it anew. */
it('docs/policy.schema.json says what Parley reads', async () => {
  const schema = z.toJSONSchema(PolicyFile, { io: 'input' })
  const text = JSON.stringify({ title: 'Policy of Parley', ...schema })
  await expect(await format(text, { parser: 'json', printWidth: 140 })).toMatchFileSnapshot(
    join(import.meta.dirname, '../../docs/policy.schema.json'),
  )
})
