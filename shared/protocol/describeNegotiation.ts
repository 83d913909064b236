import type { Negotiation } from '../domain/connectionState'
import type { Message } from '../i18n/message'
import { spokenVersions } from './protocolChoice'

/**
 * Pure: the version that is spoken with a server, and why, as one sentence.
 * @param limitedBy Who allows only some versions, as the policies call themselves.
 */
export function describeNegotiation({ version, why }: Pick<Negotiation, 'version' | 'why'>, limitedBy: readonly string[] = []): Message {
  const [newest = ''] = spokenVersions
  switch (why) {
    case 'olderTransport':
      return { id: `servers.protocol.why.${why}`, params: { version, newest } }
    case 'policy':
      return limitedBy.length > 0
        ? { id: 'servers.protocol.why.policyOf', params: { version, by: limitedBy } }
        : { id: 'servers.protocol.why.policy', params: { version } }
    case 'newest':
    case 'serverIsOlder':
    case 'remembered':
    case 'chosen':
    case 'commandLine':
      return { id: `servers.protocol.why.${why}`, params: { version } }
  }
}
