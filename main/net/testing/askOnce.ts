// A separate process that uses the computer's network settings, fetches each address in its arguments, and prints the results as JSON.
import { AppError } from '../../../shared/errors/appError'
import { signInFetch } from '../signInFetch'
import { systemFetch } from '../systemFetch'
import { joinSystemNetwork } from '../systemNetwork'

const [joins, ...addresses] = process.argv.slice(2)
if (joins === 'joins') joinSystemNetwork()
const told: unknown[] = []
for (const address of addresses) {
  for (const ask of [systemFetch((url, init) => fetch(url, init)), signInFetch({ typed: new URL(address) })]) {
    try {
      told.push(await (await ask(address, { headers: { authorization: 'Bearer x' } })).text())
    } catch (thrown) {
      const cause = thrown instanceof Error && thrown.cause instanceof Error ? thrown.cause : undefined
      told.push(`${AppError.from(thrown).message} ${cause && 'code' in cause ? String(cause.code) : ''}`.trim())
    }
  }
}
process.stdout.write(JSON.stringify(told), () => process.exit(0))
