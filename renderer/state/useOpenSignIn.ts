import { useQueryClient } from '@tanstack/react-query'
import type { SignInTarget } from '../../shared/domain/account'
import { topicNow } from '../rpc/useTopic'
import { openQuestion, openSignIn } from './navigation'

/** Opens the waiting sign-in question if there is one, so that it ends with the sign-in. Otherwise opens a dialog. */
export function useOpenSignIn(): (target: SignInTarget) => void {
  const client = useQueryClient()
  return (target) => {
    const open = topicNow(client, 'questions')?.open ?? []
    const question = open.find(
      ({ asker, details }) =>
        target.kind === 'server' &&
        details.kind === 'signIn' &&
        asker.serverId === target.serverId &&
        details.accountId === target.accountId,
    )
    if (question) openQuestion(question.id)
    else openSignIn(target)
  }
}
