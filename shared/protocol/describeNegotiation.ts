import type { Negotiation } from '../domain/connectionState'
import type { Message } from '../i18n/message'
import { spokenVersions } from './protocolChoice'

/** Pure: the version that is spoken with a server, and why, as one sentence. */
export function describeNegotiation({ version, why }: Pick<Negotiation, 'version' | 'why'>): Message {
  const [newest = ''] = spokenVersions
  switch (why) {
    case 'serverIsOlder':
    case 'remembered':
    case 'olderTransport':
      return { id: `servers.protocol.why.${why}`, params: { version, newest } }
    case 'newest':
    case 'chosen':
    case 'commandLine':
    case 'policy':
      return { id: `servers.protocol.why.${why}`, params: { version } }
  }
}
