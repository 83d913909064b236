import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { DefinitionStatus, SuspiciousText } from '../../../shared/domain/definitionChange'
import type { ServerId } from '../../../shared/domain/ids'
import type { Questions } from '../../../shared/domain/question'
import { AppError } from '../../../shared/errors/appError'
import { callHost } from '../../rpc/callHost'
import { topicNow, useTopic } from '../../rpc/useTopic'
import { openQuestion } from '../../state/navigation'

/** Compares what a server offers with what the user accepted. */
export function useStand(serverId: ServerId): DefinitionStatus | undefined {
  return useTopic('definitions.status', (stands) => stands[serverId])
}

/** Returns what Parley notices in a server's definitions. This also depends on the definitions of all other servers. */
export function useNoticed(serverId: ServerId): SuspiciousText | undefined {
  const versions = useTopic('servers.catalogVersions')
  return useQuery<SuspiciousText, AppError>({
    queryKey: ['noticed in a server', serverId, versions],
    queryFn: ({ signal }) => callHost('definitions.noticed', { serverId }, signal),
    staleTime: Infinity,
    placeholderData: (previous, query) => (query?.queryKey[1] === serverId ? previous : undefined),
  }).data
}

export interface Review {
  /** Shows what the server changed, including changes that the user left off before. */
  readonly open: () => void
  readonly failed: AppError | undefined
}

/** Opens the question about a server's changes. */
export function useReview(serverId: ServerId): Review {
  const client = useQueryClient()
  const [failed, setFailed] = useState<AppError | undefined>()
  // Subscribed, so that the question is in the cache when the reply comes.
  useTopic('questions', (questions) => changedQuestion(questions, serverId))
  const open = (): void => {
    setFailed(undefined)
    callHost('definitions.review', { serverId }).then(
      // The host publishes the question before it replies.
      () => openQuestion(changedQuestion(topicNow(client, 'questions'), serverId)),
      (thrown: unknown) => setFailed(AppError.from(thrown)),
    )
  }
  return { open, failed }
}

function changedQuestion(questions: Questions | undefined, serverId: ServerId): Questions['open'][number]['id'] | undefined {
  return questions?.open.find(({ asker, details }) => asker.serverId === serverId && details.kind === 'changed')?.id
}
