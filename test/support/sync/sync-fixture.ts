/** A sync engine on a real store and a real disk, with a small source and an upstream in memory. */

import { createHash, randomUUID } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Type } from 'typebox'
import { type Clock, systemClock } from '../../../src/core/clock.ts'
import { createEvents, type EventMap, type EventName } from '../../../src/core/events.ts'
import type { Outbound } from '../../../src/core/outbound/outbound.ts'
import type { Store } from '../../../src/store/store.ts'
import {
  type ArtifactFileSystem,
  diskArtifactStore,
} from '../../../src/sync/artifacts/disk-artifact-store.ts'
import { defineSource } from '../../../src/sync/define-source.ts'
import { insertRun } from '../../../src/sync/run/run-rows.ts'
import type { AnySource, Member, SourceDefinition, Writer } from '../../../src/sync/source.ts'
import { createSyncEngine, type SyncEngine, type SyncEngineOptions } from '../../../src/sync/sync-engine.ts'
import { newFolder } from '../shared-folder.ts'
import type { TestEngine } from '../store/test-engines.ts'

export interface Item {
  readonly ref: string
  readonly title: string
}

const Page = Type.Object({ items: Type.Array(Type.Unknown()), next: Type.Boolean() })
const pageSize = 2

export const townsSource = defineTownsSource()

export function defineTownsSource(
  overrides: Partial<SourceDefinition<Member, Item>> = {},
): SourceDefinition<Member, Item> {
  return defineSource<Member, Item>({
    id: 'towns',
    service: 'notices',
    about: { name: 'Towns', home: 'https://towns.example', terms: 'made up' },
    baseUrl: 'https://towns.example',
    everyMinutes: 60,
    polite: { atOnce: 2, gapMs: 0 },
    members: [{ id: 'ash' }, { id: 'bow' }, { id: 'cam' }],
    raw: { page: Page },
    async *fetch({ http, member, baseUrl, signal }) {
      for (let page = 0, next = true; next; page += 1) {
        const { url, body, receivedAt } = await http.request(`${baseUrl}/${member.id}?page=${page}`, {
          signal,
        })
        yield { kind: 'page', url, fetchedAt: receivedAt, body }
        next = body.includes('"next":true')
      }
    },
    *toRecords(answers, { drop }) {
      for (const item of answers.flatMap(({ body }) => body.items)) {
        if (typeof item.ref === 'string' && typeof item.title === 'string') yield item
        else drop('not an item')
      }
    },
    ...overrides,
  })
}

export const townsWriter: Writer<Item> = {
  service: 'notices',
  keyOf: (item) => item.ref,
  async write({ tx, dialect, sourceId, memberId, records }) {
    const rows = records.map(({ ref, title }) => ({
      id: `${memberId}:${ref}`,
      source_id: sourceId,
      member_id: memberId,
      town: memberId,
      category: 'other',
      published_on: '2026-11-15',
      title,
      hash: createHash('sha256').update(title).digest('hex'),
      doc: JSON.stringify({ title }),
    }))
    const { written, unchanged } = await dialect.upsertChanged(tx, 'notice', ['id'], rows)
    const ids = rows.map((row) => row.id)
    const where = { source_id: sourceId, member_id: memberId }
    const removed = await dialect.deleteMissing(tx, 'notice', where, 'id', ids)
    return { written, unchanged, removed }
  },
}

/** Lists per town; `intercept` may respond, throw or wait instead. */
export class FakeUpstream implements Outbound {
  lists: Record<string, unknown[]> = {
    ash: items('a', 3),
    bow: items('b', 4),
    cam: items('c', 1),
  }
  readonly calls: string[] = []
  intercept: (url: string, signal: AbortSignal) => Promise<string | undefined> | string | undefined = () =>
    undefined

  for(): Outbound {
    return this
  }

  async request(url: string, { signal }: { signal: AbortSignal }) {
    signal.throwIfAborted()
    this.calls.push(url)
    const body = (await this.intercept(url, signal)) ?? this.#page(new URL(url))
    return { status: 200, url, headers: {}, body, receivedAt: 1 }
  }

  #page(url: URL): string {
    const list = this.lists[url.pathname.slice(1)] ?? []
    const start = Number(url.searchParams.get('page')) * pageSize
    return JSON.stringify({
      items: list.slice(start, start + pageSize),
      next: start + pageSize < list.length,
    })
  }
}

export function items(prefix: string, count: number): Item[] {
  return Array.from({ length: count }, (_, index) => ({
    ref: `${prefix}${index}`,
    title: `${prefix} ${index}`,
  }))
}

export interface SyncFixture extends AsyncDisposable {
  readonly store: Store
  readonly upstream: FakeUpstream
  readonly engine: SyncEngine
  readonly folder: string
  readonly events: { name: EventName; event: EventMap[EventName] }[]
  /** Another engine on the same store, as in another process. */
  createEngine(changes?: Partial<SyncEngineOptions>): SyncEngine
  /** The titles a reader sees, by town. */
  readTitlesByTown(): Promise<Record<string, string[]>>
  /** Complete files below the artifact folder. */
  artifactFiles(): Promise<string[]>
  stagedFiles(): Promise<string[]>
}

export interface SyncFixtureOptions extends Partial<SyncEngineOptions> {
  readonly source?: SourceDefinition<Member, Item>
  readonly files?: ArtifactFileSystem
  /** Wraps the store for the engine; the fixture itself uses the real one. */
  readonly wrapStore?: (store: Store) => Store
}

export async function openSyncFixture(
  engine: TestEngine,
  options: SyncFixtureOptions = {},
): Promise<SyncFixture> {
  const { source = townsSource, files, wrapStore, ...changes } = options
  await using stack = new AsyncDisposableStack()
  const folder = newFolder('sync')
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const place = stack.use(await engine.borrowDatabase())
  const clock: Clock = changes.clock ?? systemClock
  const store = stack.use(await place.openStore({ clock, role: 'worker' }))
  const upstream = new FakeUpstream()
  const events: SyncFixture['events'] = []
  const createEngine: SyncFixture['createEngine'] = (more) =>
    createSyncEngine({
      store: wrapStore?.(store) ?? store,
      outbound: upstream,
      artifacts: diskArtifactStore({ folder, ...(files ? { files } : {}) }),
      sources: [source as AnySource],
      writers: [townsWriter as Writer<unknown>],
      clock,
      events: createEvents((name, event) => events.push({ name, event })),
      holder: `test:${process.pid}`,
      membersAtOnce: 1,
      // With a fake clock, the time of the database is fake as well.
      ...(clock === systemClock ? {} : { leaseTime: async () => clock.monotonic() }),
      ...changes,
      ...more,
    })
  const resources = stack.move()
  return {
    store,
    upstream,
    engine: createEngine(),
    folder,
    events,
    createEngine,
    async readTitlesByTown() {
      const rows = await store.readModel.read
        .selectFrom('notice')
        .select(['town', 'title'])
        .orderBy('id')
        .execute()
      const towns: Record<string, string[]> = {}
      for (const { town, title } of rows) towns[town] = [...(towns[town] ?? []), title]
      return towns
    },
    async artifactFiles() {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true })
      return entries
        .filter((entry) => entry.name.endsWith('.zst'))
        .map((entry) => join(entry.parentPath, entry.name))
    },
    async stagedFiles() {
      return await readdir(join(folder, '.staging')).catch(() => [])
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}

/** The run row of a process that was killed in the middle of a run; returns the run id. */
export async function insertInterruptedRun(
  fixture: SyncFixture,
  holder: string,
  facts: { sourceId?: string; planned?: number; startedAt?: number } = {},
): Promise<string> {
  const runId = randomUUID()
  await insertRun(fixture.store.ledger, {
    runId,
    service: 'notices',
    sourceId: 'towns',
    mode: 'scheduled',
    planned: 3,
    startedAt: systemClock.now(),
    holder: `${holder}/${runId}`,
    ...facts,
  })
  return runId
}
