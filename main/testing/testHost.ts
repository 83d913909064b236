import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Publication } from '../../shared/rpc/wire'
import { createHostClient, type HostClient } from '../../shared/rpc/hostClient'
import { typedHostClient, type TypedHostClient } from '../rpc/typedHostClient'
import type { CallingPage } from '../rpc/callingPage'
import type { CallName, EventOf, FeedName, InputOf, OutputOf, Reply, TopicName, ValueOf } from '../../shared/rpc/contract'
import { createHost, type Host } from '../host'
import { systemClock } from '../lib/clock'
import { Emitter } from '../lib/emitter'
import type { Topics } from '../rpc/topicPublisher'
import { openPageSession } from '../rpc/pageSession'
import type { HostPorts } from '../ports'
import { memoryKeyProvider } from '../secrets/memoryKeyProvider'

export interface TestHostOptions {
  /** The files of the data folder, by name. */
  readonly files?: Readonly<Record<string, unknown>>
  /** What the shell can do with the page. */
  readonly page?: CallingPage
  /** A data folder that another host has left. */
  readonly dataDir?: string
  /** The ports that a shell would provide: a native dialog, a system browser, the compiled worker, a clock. */
  readonly ports?: Partial<
    Pick<
      HostPorts,
      | 'redirect'
      | 'bringToFront'
      | 'clock'
      | 'confirmCommand'
      | 'keyProviders'
      | 'openUrl'
      | 'pickFolder'
      | 'pickSaveFile'
      | 'showInFolder'
      | 'policyFiles'
      | 'shell'
      | 'extractionWorker'
      | 'framePlace'
      | 'importWorker'
      | 'resultWorker'
      | 'validationWorker'
      | 'telemetryEnvironment'
      | 'trafficWorker'
    >
  >
}

/** The whole host in its own folder. A test reaches it like a page: through the door. */
export class TestHost implements AsyncDisposable {
  readonly dataDir: string
  /** Answers a request for a path of a confined frame's origin, as a shell does. */
  readonly answerFrame: Host['answerFrame']
  /** Decides about the connections of a shell's windows. */
  readonly letOut: Host['letOut']
  readonly #client: HostClient
  readonly #typed: TypedHostClient
  readonly #topics: Topics
  readonly #end: () => Promise<void>
  #keep = false

  private constructor(
    dataDir: string,
    client: HostClient,
    { topics, answerFrame, letOut, end }: Pick<Host, 'topics' | 'answerFrame' | 'letOut'> & { end: () => Promise<void> },
  ) {
    this.dataDir = dataDir
    this.answerFrame = answerFrame
    this.letOut = letOut
    this.#client = client
    this.#typed = typedHostClient(client, systemClock.newId)
    this.#topics = topics
    this.#end = end
  }

  static async start({
    files = {},
    dataDir = mkdtempSync(join(tmpdir(), 'parley-host-')),
    ports,
    page = {},
  }: TestHostOptions = {}): Promise<TestHost> {
    mkdirSync(dataDir, { recursive: true })
    for (const [name, content] of Object.entries(files)) {
      writeFileSync(join(dataDir, name), typeof content === 'string' ? content : JSON.stringify(content))
    }
    const host = await createHost({
      shell: 'test',
      version: '0.0.0',
      dataDir,
      clock: systemClock,
      keyProviders: [memoryKeyProvider()],
      validationWorker: fileURLToPath(new URL('../schemas/validationWorker.ts', import.meta.url)),
      extractionWorker: fileURLToPath(new URL('../files/testing/extractionThread.mjs', import.meta.url)),
      importWorker: fileURLToPath(new URL('../imports/testing/importThread.mjs', import.meta.url)),
      resultWorker: fileURLToPath(new URL('../chat/results/testing/resultThread.mjs', import.meta.url)),
      trafficWorker: fileURLToPath(new URL('../traffic/trafficWorker.ts', import.meta.url)),
      loginShellPath: () => Promise.resolve(process.env['PATH'] ?? ''),
      userFolders: { home: dataDir, config: dataDir },
      localModelPorts: { ollama: 9, lmStudio: 9, llamaCpp: 9 },
      ...ports,
    })
    const publications = new Emitter<Publication>()
    const session = openPageSession({ ...host, page, publish: (publication) => publications.emit(publication) })
    const client = createHostClient(
      { call: session.call, cancel: session.cancel, listen: (listener) => publications.subscribe(listener) },
      systemClock.newId,
    )
    const end = async (): Promise<void> => {
      session.close()
      await host[Symbol.asyncDispose]()
    }
    return new TestHost(dataDir, client, { topics: host.topics, answerFrame: host.answerFrame, letOut: host.letOut, end })
  }

  /** @throws {AppError} the error that the host replied with */
  call<N extends CallName>(name: N, input: InputOf<N>): Promise<OutputOf<N>> {
    return this.#typed.call(name, input)
  }

  /** Sends any name with any input, as a page under attack could. */
  ask(name: string, input: unknown): Promise<Reply<unknown>> {
    return this.#client.call(name, input, systemClock.newId())
  }

  /** Resolves to the value of a topic as soon as `isWanted` accepts it. */
  until<N extends TopicName>(topic: N, isWanted: (value: ValueOf<N>) => boolean): Promise<ValueOf<N>> {
    return this.#typed.until(topic, isWanted)
  }

  /** Calls the listener with each value of a topic that a page receives. */
  watch<N extends TopicName>(topic: N, listener: (value: ValueOf<N>) => void): () => void {
    return this.#typed.watch(topic, listener)
  }

  /** Calls the listener with each event of a feed, from the first one on. */
  follow<N extends FeedName>(feed: N, key: string, listener: (event: EventOf<N>) => void): () => void {
    return this.#client.follow(feed, key, 0, {
      onEvents: (events) => {
        for (const { event } of events) listener(event as EventOf<N>)
      },
      onGap: () => undefined,
    })
  }

  /** Computes the value of a topic now, even if it was not published. */
  computed<N extends TopicName>(topic: N): ValueOf<N> {
    return this.#topics[topic].value()
  }

  /** Ends the host as when a person quits, and keeps its folder for the next host. */
  async quit(): Promise<string> {
    this.#keep = true
    await this.#end()
    return this.dataDir
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.#keep) await this.#end()
    if (!this.#keep) rmSync(this.dataDir, { recursive: true, force: true })
  }
}
