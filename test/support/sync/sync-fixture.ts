/** A sync engine on a real store and a real disk, with a small source of its own and an upstream that lives in memory. */

import { createHash, randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Type } from 'typebox'
import { type Clock, systemClock } from '../../../src/core/clock.ts'
import { type EventMap, type EventName, eventsTo } from '../../../src/core/events.ts'
import type { Outbound } from '../../../src/core/outbound/create-outbound.ts'
import type { Store } from '../../../src/store/store.ts'
import { type ArtifactFiles, diskArtifacts } from '../../../src/sync/artifacts/disk-artifact-store.ts'
import { openRun } from '../../../src/sync/run/run-rows.ts'
import {
  type AnySource,
  defineSource,
  type Member,
  type SourceDefinition,
  type Writer,
} from '../../../src/sync/source.ts'
import { createSyncEngine, type SyncEngine, type SyncEngineOptions } from '../../../src/sync/sync-engine.ts'
import type { testEngines } from '../store/test-engines.ts'

export interface Item {
  readonly ref: string
  readonly title: string
}

const Page = Type.Object({ items: Type.Array(Type.Unknown()), next: Type.Boolean() })
const pageSize = 2

export const towns = defineTowns()

export function defineTowns(
  changes: Partial<SourceDefinition<Member, Item>> = {},
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
    ...changes,
  })
}

export const noticeWriter: Writer<Item> = {
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

/** What the upstream has per town; `intercept` may answer, throw or wait in its place. */
export class Upstream implements Outbound {
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

export interface Bench extends AsyncDisposable {
  readonly store: Store
  readonly upstream: Upstream
  readonly engine: SyncEngine
  readonly folder: string
  readonly told: { name: EventName; event: EventMap[EventName] }[]
  /** Another engine on the same store, as another process would have. */
  another(changes?: Partial<SyncEngineOptions>): SyncEngine
  /** The titles a reader sees, by town. */
  published(): Promise<Record<string, string[]>>
  /** Files that are whole, below the artifact folder. */
  files(): Promise<string[]>
  staged(): Promise<string[]>
}

export interface BenchOptions extends Partial<SyncEngineOptions> {
  readonly source?: SourceDefinition<Member, Item>
  readonly files?: ArtifactFiles
  /** Wraps the store the engine sees; the bench itself looks at the real one. */
  readonly wrapStore?: (store: Store) => Store
}

export async function openBench(
  engine: (typeof testEngines)[number],
  options: BenchOptions = {},
): Promise<Bench> {
  const { source = towns, files, wrapStore, ...changes } = options
  await using stack = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'broadsheet-sync-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const place = stack.use(await engine.place())
  const clock: Clock = changes.clock ?? systemClock
  const store = stack.use(await place.open({ clock, role: 'worker' }))
  const upstream = new Upstream()
  const told: Bench['told'] = []
  const another: Bench['another'] = (more) =>
    createSyncEngine({
      store: wrapStore?.(store) ?? store,
      outbound: upstream,
      artifacts: diskArtifacts({ folder, ...(files ? { files } : {}) }),
      sources: [source as AnySource],
      writers: [noticeWriter as Writer<unknown>],
      clock,
      events: eventsTo((name, event) => told.push({ name, event })),
      holder: `test:${process.pid}`,
      membersAtOnce: 1,
      ...changes,
      ...more,
    })
  const kept = stack.move()
  return {
    store,
    upstream,
    engine: another(),
    folder,
    told,
    another,
    async published() {
      const rows = await store.readModel.read
        .selectFrom('notice')
        .select(['town', 'title'])
        .orderBy('id')
        .execute()
      const towns: Record<string, string[]> = {}
      for (const { town, title } of rows) towns[town] = [...(towns[town] ?? []), title]
      return towns
    },
    async files() {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true })
      return entries
        .filter((entry) => entry.name.endsWith('.gz'))
        .map((entry) => join(entry.parentPath, entry.name))
    },
    async staged() {
      return await readdir(join(folder, '.staging')).catch(() => [])
    },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}

/** What a process leaves in the ledger that is killed in the middle of a run; returns the id of the run. */
export async function leaveRun(
  bench: Bench,
  holder: string,
  facts: { sourceId?: string; planned?: number; startedAt?: number } = {},
): Promise<string> {
  const runId = randomUUID()
  await openRun(bench.store.ledger, {
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
