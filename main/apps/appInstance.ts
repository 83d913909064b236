import type { AppGrant, AppId, AppState } from '../../shared/domain/apps/app'
import type { ReachedHosts } from '../../shared/domain/catalog'
import type { AccountId, CallId, ConversationId, ServerId } from '../../shared/domain/ids'
import type { AppError } from '../../shared/errors/appError'
import { canonicalJson } from '../../shared/lib/json'
import type { Clock } from '../lib/clock'
import { AppLedger } from './appLedger'
import { isNothing, noGrant } from './appPolicy'
import { AppWishes } from './appWishes'
import { Pace } from './pace'
import type { UiResource } from './readUiResource'

/** What an app is: the call that it shows, and the interface that it shows it with. */
export interface AppSubject {
  readonly appId: AppId
  readonly callId: CallId
  readonly conversationId: ConversationId
  readonly serverId: ServerId
  /** The account of the conversation at its server, if it is not the default one. */
  readonly accountId?: AccountId
  readonly uri: string
  readonly page: UiResource
}

/** One open app, from its start to its end: what it was answered, what it asked, and how fast. */
export class AppInstance {
  readonly subject: AppSubject
  readonly wishes: AppWishes
  readonly ledger = new AppLedger()
  readonly pace: Pace
  /** How many messages between it and its page were written down in the present minute, and since when. */
  readonly logged = { since: 0, count: 0, lost: 0 }
  calls = 0
  refused = 0
  /** What a person granted it while it is open. */
  openGrant: AppGrant | undefined
  /** What of that was granted always, then. */
  ofAlways: AppGrant
  /** What was granted always when it began. */
  always = noGrant
  /** The one before was granted something while it was open, and declared something else. */
  readonly lostGrant: boolean
  /** A person granted it something, so the next start of its call goes on for it. */
  goesOn = false
  /** A person lets it run also where the browser cannot shut it in. Only its page knows whether the browser does. */
  unprotected = false
  /** The hosts that a person lets it reach; any where it may run though nothing holds it. */
  reaches: ReachedHosts = []
  readonly #ended = new AbortController()

  /** @param before The open app of the same call that this one goes on for. */
  constructor(subject: AppSubject, { clock, changed, before }: { clock: Clock; changed: () => void; before: AppInstance | undefined }) {
    this.subject = subject
    this.wishes = new AppWishes(changed, before?.wishes)
    this.pace = new Pace(clock)
    // What was granted is part of what was declared: a host to load from is none to send to.
    const asksTheSame = before && canonicalJson(before.subject.page.declared) === canonicalJson(subject.page.declared)
    this.openGrant = asksTheSame ? before.openGrant : undefined
    this.ofAlways = before?.ofAlways ?? noGrant
    this.lostGrant = before?.openGrant !== undefined && !isNothing(before.openGrant) && !asksTheSame
  }

  /** Aborts when the app ends. */
  get ended(): AbortSignal {
    return this.#ended.signal
  }

  end(reason: AppError): void {
    this.#ended.abort(reason)
  }

  state(): Omit<AppState, 'providedTools'> {
    const { appId, callId, conversationId, serverId } = this.subject
    return { appId, callId, conversationId, serverId, calls: this.calls, refused: this.refused, ...this.wishes.view() }
  }
}
