import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { DefinitionStand, SuspiciousText } from '../../../shared/domain/definition'
import type { ServerId } from '../../../shared/domain/ids'
import type { Questions } from '../../../shared/domain/question'
import { AppError } from '../../../shared/errors/appError'
import { callHost } from '../../rpc/callHost'
import { topicNow, useTopic } from '../../rpc/useTopic'
import { openQuestion } from '../../state/navigation'

/** How what a server offers stands to what the user accepted. */
export function useStand(serverId: ServerId): DefinitionStand | undefined {
  return useTopic('servers.definitions', (stands) => stands[serverId])
}

/** What Parley notices in what a server offers. It depends on what every other server offers, too. */
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
  /** Shows what the server changed, also what was kept off before. */
  readonly open: () => void
  readonly failed: AppError | undefined
}

/** The way to the question about what a server changed. */
export function useReview(serverId: ServerId): Review {
  const client = useQueryClient()
  const [failed, setFailed] = useState<AppError | undefined>()
  // Watched, so that it is known by the time of the reply.
  useTopic('questions', (questions) => changedQuestion(questions, serverId))
  const open = (): void => {
    setFailed(undefined)
    callHost('definitions.review', { serverId }).then(
      // What is asked was told before the reply.
      () => openQuestion(changedQuestion(topicNow(client, 'questions'), serverId)),
      (thrown: unknown) => setFailed(AppError.from(thrown)),
    )
  }
  return { open, failed }
}

function changedQuestion(questions: Questions | undefined, serverId: ServerId): Questions['open'][number]['id'] | undefined {
  return questions?.open.find(({ asker, details }) => asker.serverId === serverId && details.kind === 'changed')?.id
}
