import { once } from 'node:events'
import { memoryKeyProvider } from '../memoryKeyProvider'
import { SecretVault } from '../secretVault'
import { sharedKey } from './sharedKey'
import { systemClock } from '../../lib/clock'

// A second Parley that writes twenty secrets into the vault of the same data folder when told to.
const [, , file = '', key = '', name = ''] = process.argv
const vault = SecretVault.open({ file, providers: [sharedKey(key), memoryKeyProvider()], clock: systemClock })
process.stdout.write('ready\n')
await once(process.stdin, 'data')
for (let index = 0; index < 20; index++) await vault.put(`${name} ${index}`, `value of ${name} ${index}`, new AbortController().signal)
process.exit(0)
