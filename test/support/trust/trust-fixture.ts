/** A store with trust centers in it, and an edge before it, for tests. */

import { pino } from 'pino'
import { FakeClock } from '../../../src/core/clock.ts'
import { openGate } from '../../../src/http/access-control.ts'
import { createCursorCodec } from '../../../src/http/cursor.ts'
import { Metrics } from '../../../src/http/metrics/metrics.ts'
import { createEdge } from '../../../src/http/server/create-server.ts'
import { Shedding } from '../../../src/http/server/load-shedder.ts'
import { routesOf } from '../../../src/http/service.ts'
import { trustService } from '../../../src/services/trust/index.ts'
import type { Findings } from '../../../src/services/trust/normalise/findings.ts'
import { toItems } from '../../../src/services/trust/normalise/items.ts'
import { surfaces } from '../../../src/services/trust/normalise/vocabulary.ts'
import type { ReadRecord, TrustRecord } from '../../../src/services/trust/schema/records.ts'
import { type TrustTables, trustTables } from '../../../src/services/trust/schema/tables.ts'
import { trustWriter } from '../../../src/services/trust/sync.ts'
import type { Store } from '../../../src/store/store.ts'
import type { testEngines } from '../store/test-engines.ts'

export interface TrustWorld extends AsyncDisposable {
  readonly store: Store
  /** Publishes records as captured at this time, and says what was counted. */
  publish(at: string, ...records: readonly TrustRecord[]): Promise<{ written: number; removed: number }>
  rows<Table extends keyof TrustTables>(table: Table): Promise<TrustTables[Table][]>
  changes(): Promise<string[]>
  get(path: string): Promise<{ status: number; body: Body }>
  fetch(
    path: string,
    headers?: Record<string, string>,
  ): Promise<{ status: number; headers: Record<string, string>; text: string }>
}

interface Body {
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of many shapes
  readonly data: any
  // biome-ignore lint/suspicious/noExplicitAny: as above
  readonly [name: string]: any
}

export async function openTrustWorld(engine: (typeof testEngines)[number]): Promise<TrustWorld> {
  await using stack = new AsyncDisposableStack()
  const place = stack.use(await engine.place())
  const store = stack.use(await place.open())
  const clock = new FakeClock()
  const shedding = new Shedding({ inFlightMax: 100, lagMsMax: 60_000 })
  stack.defer(() => shedding.close())
  const edge = createEdge({
    clock,
    logger: pino({ level: 'silent' }),
    metrics: new Metrics(),
    gate: openGate,
    cursors: createCursorCodec('a secret of the tests'),
    shedding,
    requestTimeoutMs: 30_000,
    bodyBytesMax: 1_048_576,
    trustedProxies: [],
    logRequests: 'errors',
    hotBytesMax: 4_194_304,
    versionOf: (scope) => store.readModel.version(scope),
  })
  edge.mount(
    '',
    routesOf(trustService(store.readModel), '', async () => {}),
  )
  await edge.app.ready()
  stack.defer(() => edge.app.close())
  const read = trustTables(store.readModel.read)
  const kept = stack.move()
  return {
    store,
    async publish(at, ...records) {
      const { dialect } = store.readModel
      const capturedAt = Date.parse(at)
      return await store.readModel.transaction(async (tx) => {
        const facts = {
          tx,
          dialect,
          sourceId: 'trust-test',
          memberId: 'm',
          artifactId: 1,
          capturedAt,
          records,
        }
        const counts = await trustWriter.write(facts)
        const outcomes = new Map([['m', 'published' as const]])
        await trustWriter.sumUp?.({ tx, dialect, sourceId: facts.sourceId, now: capturedAt, outcomes })
        await dialect.bumpVersion(tx, 'trust', capturedAt)
        return counts
      })
    },
    rows: (table) => read.selectFrom(table).selectAll().execute() as never,
    async changes() {
      const rows = await read
        .selectFrom('trust_change')
        .selectAll()
        .orderBy('detected_at')
        .orderBy('type')
        .execute()
      return rows.map(({ type, doc }) => `${type} ${JSON.parse(doc).subject.name}`)
    },
    async fetch(path, headers = {}) {
      const { statusCode, headers: told, body } = await edge.app.inject({ method: 'GET', url: path, headers })
      return { status: statusCode, headers: told as Record<string, string>, text: body }
    },
    async get(path) {
      const answer = await edge.app.inject({ method: 'GET', url: path })
      return { status: answer.statusCode, body: JSON.parse(answer.body) as Body }
    },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}

/** One read of a made-up center; surfaces that are given count as read. */
export function toReadRecord(
  name: string,
  found: Partial<Findings> & { readonly bestEffort?: boolean; readonly provider?: string } = {},
): ReadRecord {
  const { bestEffort = false, provider = 'oneleet', ...given } = found
  const slug = name.toLowerCase().replaceAll(' ', '-')
  const website = `https://www.${slug}.example`
  const states = Object.fromEntries(
    surfaces.map((surface) => [surface, given.states?.[surface] ?? (given[surface] ? 'read' : 'not_read')]),
  )
  const findings = { gate: 'none', states, ...given } as Findings
  return {
    type: 'read',
    center: { provider, company: name, website, url: `https://trust.${slug}.example/` },
    gate: findings.gate,
    gate_reason: findings.gate === 'none' ? null : 'for a test',
    parser: `${provider}@1`,
    best_effort: bestEffort,
    describes_restricted: false,
    states: states as ReadRecord['states'],
    items: toItems(findings, { name, website }, () => {}),
    evidence: [
      {
        kind: 'api_read',
        url: `https://api.${provider}.example/${slug}`,
        http_status: 200,
        sha256: 'ab',
        bytes: 2,
        content_type: 'application/json',
      },
    ],
    content_hash: `hash of ${JSON.stringify(given).length}`,
  }
}

export function vendor(name: string, more: object = {}) {
  return {
    name,
    website: `https://${name.toLowerCase().replaceAll(' ', '-')}.example`,
    purpose: 'Hosting',
    ...more,
  }
}
