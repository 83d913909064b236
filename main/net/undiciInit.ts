import type { RequestInit as UndiciInit } from 'undici'
import { AppError } from '../../shared/errors/appError'

/** A request in the terms of the library: its fetch is not the one of Node, and what is no text or bytes is another thing to it. */
export function undiciInit({ method, headers, body, signal, redirect }: RequestInit): UndiciInit {
  if (
    body !== undefined &&
    body !== null &&
    typeof body !== 'string' &&
    !(body instanceof URLSearchParams) &&
    !(body instanceof Uint8Array)
  ) {
    throw new AppError('INTERNAL', { reason: 'net.badBody' })
  }
  return {
    headers: [...new Headers(headers)],
    ...(method !== undefined && { method }),
    ...(body !== undefined && { body }),
    ...(signal && { signal }),
    ...(redirect !== undefined && { redirect }),
  }
}
