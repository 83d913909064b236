import { parentPort } from 'node:worker_threads'
import { AsyncEntry } from '@napi-rs/keyring'
import type { KeychainReply, KeychainRequest } from './keychainWorkerProtocol'

// Runs in its own thread, because keychain calls block for seconds if the daemon is slow or stopped.
const port = parentPort
port?.on('message', (request: KeychainRequest) => {
  void answer(request).then((reply) => port.postMessage(reply))
})

async function answer(request: KeychainRequest): Promise<KeychainReply> {
  try {
    // Without this, Linux falls back to the kernel's keyring, which forgets at logout and cannot distinguish "none" from "refused".
    const pin = process.platform === 'linux' ? ({ linux: { store: 'secret-service' } } as const) : undefined
    const entry = new AsyncEntry(request.service, request.account, pin)
    if (request.set !== undefined) await entry.setPassword(request.set)
    return { ok: true, value: (await entry.getPassword()) ?? null }
  } catch (thrown) {
    return { ok: false, message: thrown instanceof Error ? thrown.message : String(thrown) }
  }
}
