import type { ServerId } from '../../../shared/domain/ids'
import { Button } from '../../ui/Button'
import { ErrorNotice } from '../../widgets/ErrorNotice'
import { Notice } from '../../ui/Notice'
import { SafeName } from '../../ui/SafeName'
import { formatCount } from '../../ui/format/relativeTime'
import { useReview, useStand } from './useDefinitions'

/** At the head of a server's tools: that some of it is off until the user has looked at what changed. */
export function ChangedDefinitionsNotice({ serverId }: { readonly serverId: ServerId }) {
  const stand = useStand(serverId)
  const { look, failed } = useReview(serverId)
  const { changed = [], instructionsChanged = false } = stand ?? {}
  if (changed.length === 0 && !instructionsChanged) return null
  const [first] = changed
  const them = changed.length + (instructionsChanged ? 1 : 0) > 1
  return (
    <>
      <Notice
        look="ask"
        title={
          <>
            {changed.length === 1 && first !== undefined && (
              <code className="mono">
                <SafeName name={first} />
              </code>
            )}
            {changed.length > 1 && formatCount(changed.length, 'tool')}
            {changed.length > 0 && instructionsChanged && ' and '}
            {instructionsChanged && (changed.length > 0 ? `the instructions of ${serverId}` : `The instructions of ${serverId}`)} changed
            since you accepted {them ? 'them' : 'it'}.
          </>
        }
        actions={
          <Button size="small" onClick={look}>
            Review
          </Button>
        }
      >
        Off until you accept {them ? 'them' : 'it'}.
      </Notice>
      {failed && <ErrorNotice error={failed} />}
    </>
  )
}
