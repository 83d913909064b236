import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { CallId } from '../../../../shared/domain/ids'
import type { ToolResult } from '../../../../shared/domain/toolResult'
import { AppError } from '../../../../shared/errors/appError'
import { trustHostValue } from '../../../../shared/rpc/trustHostValue'
import { callHost } from '../../../rpc/callHost'

/** The whole result of a call, once it is wanted. It never changes. */
export function useWholeResult(callId: CallId, isWanted: boolean): UseQueryResult<ToolResult, AppError> {
  return useQuery<ToolResult, AppError>({
    queryKey: ['wholeResult', callId],
    queryFn: ({ signal }) => readPieces(callId, signal),
    enabled: isWanted,
    staleTime: Infinity,
  })
}

/** @throws {AppError} */
async function readPieces(callId: CallId, signal: AbortSignal): Promise<ToolResult> {
  const read: string[] = []
  for (let pieces = 1; read.length < pieces;) {
    const next = await callHost('chat.wholeResult', { callId, piece: read.length }, signal)
    read.push(next.json)
    pieces = next.pieces
  }
  try {
    return trustHostValue<ToolResult>(JSON.parse(read.join('')))
  } catch (thrown) {
    throw AppError.from(thrown)
  }
}
