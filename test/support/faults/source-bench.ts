/** One source over a store of its own: copies of the same store go through the same runs, with and without faults. */

import { cp, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { SandboxHost } from '../../../sandbox/host.ts'
import { silentEvents } from '../../../src/core/events.ts'
import { openStore } from '../../../src/store/open.ts'
import type { Store } from '../../../src/store/store.ts'
import { diskArtifactStore } from '../../../src/sync/artifacts/disk-artifact-store.ts'
import { allowedHosts } from '../../../src/sync/define-source.ts'
import { sumReasons } from '../../../src/sync/publish/to-member-records.ts'
import type { RunReport } from '../../../src/sync/run/run-rows.ts'
import type { AnySource, AnyWriter, Member, SharedRun } from '../../../src/sync/source.ts'
import { createSyncEngine, type SyncEngine } from '../../../src/sync/sync-engine.ts'
import { FakeClock } from '../fake-clock.ts'
import { newFolder } from '../shared-folder.ts'
import { type ModelRules, type PublishedModel, readModel } from './published-model.ts'
import { SandboxUpstream } from './sandbox-upstream.ts'

export interface ServiceUnderTest {
  readonly name: string
  readonly hosts: readonly SandboxHost[]
  readonly rules: ModelRules
  /** Time between two runs. */
  readonly stepMs: number
  /** New ones for each store, because sources remember what they have read of robots.txt. */
  createSources(): readonly AnySource[]
  createWriter(): AnyWriter
  /** The members to use: one is the victim of a fault, the others supply foreign data. */
  pickMembers(source: AnySource): readonly Member[]
}

/** What a run reported, and what was published after it. */
export interface RunResult {
  /** When the run took place. */
  readonly at: number
  readonly report: RunReport
  readonly health: string
  readonly model: PublishedModel
}

const start = Date.parse('2026-11-15T06:00:00Z')
/** Twice, so that whatever only the first run does is done. */
const knownRuns = 2
const manual = { mode: 'manual', signal: new AbortController().signal } as const

let newStoreFolder: Promise<string> | undefined

/** The files of a store that has only been migrated; once for all benches of the process. */
function newStore(): Promise<string> {
  newStoreFolder ??= (async () => {
    const dataDir = newFolder('new-store')
    await (await openStore({ ...storeDefaults, dataDir, clock: new FakeClock(start) }))[Symbol.asyncDispose]()
    return dataDir
  })()
  return newStoreFolder
}

const storeDefaults = { role: 'worker', statementTimeoutMs: 600_000, poolMax: 1 } as const

export class SourceBench implements AsyncDisposable {
  readonly upstream: SandboxUpstream
  /** What was published before any fault. */
  readonly known: RunResult
  readonly #service: ServiceUnderTest
  readonly #sourceId: string
  readonly #folder: string
  readonly #healthyRuns: RunResult[] = []
  #healthyStore: SyncedStore | undefined

  private constructor(
    service: ServiceUnderTest,
    sourceId: string,
    upstream: SandboxUpstream,
    folder: string,
    known: RunResult,
  ) {
    this.#service = service
    this.#sourceId = sourceId
    this.#folder = folder
    this.upstream = upstream
    this.known = known
  }

  static async open(service: ServiceUnderTest, whole: AnySource): Promise<SourceBench> {
    const folder = newFolder('faults')
    const upstream = new SandboxUpstream(service.hosts, start, allowedHosts([whole]))
    try {
      const open = (name: string) => SyncedStore.open(join(folder, name), service, whole.id, upstream, start)
      for (const name of ['empty', 'known'])
        await cp(await newStore(), join(folder, name), { recursive: true })
      const store = await open('known')
      for (let run = 1; run < knownRuns; run++) await store.run()
      const known = await store.run()
      await store.close()
      const { members } = known.report
      if (!Object.values(members).some(({ outcome }) => outcome === 'published'))
        throw new Error(
          `${whole.id} publishes nothing, so a fault would cost nothing: ${JSON.stringify(members)}`,
        )
      return new SourceBench(service, whole.id, upstream, folder, known)
    } catch (error) {
      await rm(folder, { recursive: true, force: true })
      throw error
    }
  }

  /** The member whose requests to the endpoint are faulty. */
  victimOf(endpoint: string): string {
    const members = [...(this.upstream.members.get(endpoint) ?? [])]
    const find = (isFit: typeof isReadable) => members.find((id) => isFit(this.known.report, id))
    const victim = find(isWithoutFlaw) ?? find(isReadable) ?? members[0]
    if (victim === undefined) throw new TypeError(`no member requests ${endpoint}`)
    return victim
  }

  /** Whether a gate blocks access to the victim. */
  wasUnread(endpoint: string): boolean {
    const member = this.known.report.members[this.victimOf(endpoint)]
    return member?.outcome === 'published' && (member.gated ?? 0) > 0
  }

  /** A copy of the store as it was before any fault. */
  async copy(): Promise<SyncedStore> {
    return await this.#open('known', start + knownRuns * this.#service.stepMs)
  }

  /** The first `count` runs after the known state, without a fault. */
  async healthy(count: number): Promise<readonly RunResult[]> {
    const { upstream } = this
    const { injection } = upstream
    upstream.injection = undefined
    this.#healthyStore ??= await this.copy()
    while (this.#healthyRuns.length < count) this.#healthyRuns.push(await this.#healthyStore.run())
    upstream.injection = injection
    return this.#healthyRuns.slice(0, count)
  }

  /** What a new store publishes at the time of the run. */
  async firstRun(run: number): Promise<RunResult> {
    await using store = await this.#open('empty', start + (knownRuns + run - 1) * this.#service.stepMs)
    return await store.run()
  }

  async #open(template: string, at: number): Promise<SyncedStore> {
    const folder = await mkdtemp(join(this.#folder, 'copy-'))
    await cp(join(this.#folder, template), folder, { recursive: true })
    return await SyncedStore.open(folder, this.#service, this.#sourceId, this.upstream, at)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#healthyStore?.close()
    await rm(this.#folder, { recursive: true, force: true })
  }
}

export class SyncedStore implements AsyncDisposable {
  readonly #service: ServiceUnderTest
  readonly #sourceId: string
  readonly #engine: SyncEngine
  readonly #store: Store
  readonly #clock: FakeClock
  readonly #folder: string

  private constructor(
    service: ServiceUnderTest,
    source: AnySource,
    upstream: SandboxUpstream,
    folder: string,
    store: Store,
    clock: FakeClock,
  ) {
    this.#service = service
    this.#sourceId = source.id
    this.#folder = folder
    this.#store = store
    this.#clock = clock
    this.#engine = createSyncEngine({
      store,
      outbound: upstream,
      artifacts: diskArtifactStore({ folder: join(folder, 'artifacts') }),
      sources: [source],
      writers: [service.createWriter()],
      clock,
      events: silentEvents,
      holder: `test:${process.pid}`,
      membersAtOnce: 1,
      artifactsPerMember: 1,
    })
  }

  static async open(
    folder: string,
    service: ServiceUnderTest,
    sourceId: string,
    upstream: SandboxUpstream,
    at: number,
  ): Promise<SyncedStore> {
    const source = createSource(service, sourceId, upstream)
    const clock = new FakeClock(at)
    const store = await openStore({ ...storeDefaults, dataDir: folder, clock })
    return new SyncedStore(service, source, upstream, folder, store, clock)
  }

  /** Then time passes until the next run is due. */
  async run(): Promise<RunResult> {
    const at = this.#clock.now()
    const report = await this.#engine.run(this.#sourceId, manual)
    if (report.status === 'skipped') throw new Error('another run holds the lease')
    const { health } = await this.#engine.status(this.#sourceId)
    const model = await readModel(this.#store, this.#service.rules)
    this.#clock.advance(this.#service.stepMs)
    return { at, report, health, model }
  }

  async close(): Promise<void> {
    await this.#store[Symbol.asyncDispose]()
  }

  /** Also deletes the files. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.close()
    await rm(this.#folder, { recursive: true, force: true })
  }
}

/** With few members, whose requests are known to be theirs. */
function createSource(service: ServiceUnderTest, sourceId: string, upstream: SandboxUpstream): AnySource {
  const whole = service.createSources().find(({ id }) => id === sourceId)
  if (whole === undefined) throw new TypeError(`${service.name} has no source ${sourceId}`)
  return {
    ...whole,
    members: service.pickMembers(whole),
    async *fetch(context) {
      upstream.member = context.member.id
      yield* whole.fetch({ ...context, ...(context.run && { run: attributeToAll(context.run, upstream) }) })
    },
  }
}

/** A fault of an endpoint hits the response that its victim shares, whichever member requests it. */
function attributeToAll(run: SharedRun<Member>, { shared }: SandboxUpstream): SharedRun<Member> {
  return {
    members: run.members,
    once: (key, work) => run.once(key, ({ signal }) => work({ http: shared, signal })),
  }
}

/** Rows of its own that cannot be read would hide what the fault does. */
function isWithoutFlaw(report: RunReport, memberId: string): boolean {
  const member = report.members[memberId]
  if (member?.outcome !== 'published' || member.problem !== undefined) return false
  return isReadable(report, memberId) && sumReasons(member.dropped) === 0
}

function isReadable({ members }: RunReport, memberId: string): boolean {
  const member = members[memberId]
  return member?.outcome === 'published' && !member.gated && !member.gone
}
