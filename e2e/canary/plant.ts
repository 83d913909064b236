import { text } from 'node:stream/consumers'
import { systemClock } from '../../main/lib/clock'
import { SecretVault } from '../../main/secrets/secretVault'

// Puts secrets into the vault of a data folder before Parley starts, so that no screen ever shows them.
const { file, passphrase, secrets } = JSON.parse(await text(process.stdin))
const { signal } = new AbortController()
const vault = SecretVault.open({ file, providers: [], clock: systemClock })
await vault.choose({ kept: 'passphrase', passphrase }, signal)
for (const { name, value } of secrets) await vault.put(name, value, signal)
