import type { RequestInit as UndiciInit } from 'undici'
import { AppError } from '../../shared/errors/appError'

/**
 * The request options for undici, whose fetch is not Node's. Only text, bytes and streams work as a body, because undici does not recognise Node's
 * other body types.
 */
export function undiciInit({ method, headers, body, signal, redirect }: RequestInit): UndiciInit {
  if (
    body !== undefined &&
    body !== null &&
    typeof body !== 'string' &&
    !(body instanceof URLSearchParams) &&
    !(body instanceof Uint8Array) &&
    !(body instanceof ReadableStream)
  ) {
    throw new AppError('INTERNAL', { reason: 'net.badBody' })
  }
  return {
    headers: [...new Headers(headers)],
    ...(method !== undefined && { method }),
    ...(body !== undefined && { body }),
    ...(body instanceof ReadableStream && { duplex: 'half' }),
    ...(signal && { signal }),
    ...(redirect !== undefined && { redirect }),
  }
}
