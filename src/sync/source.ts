/** What a source is: declared facts plus two small functions. */

import type { TSchema } from 'typebox'
import type { Outbound } from '../core/outbound.ts'

/** One saved answer of an upstream. An artifact is the list of a member's answers, in the order they were yielded. */
export interface Answer {
  /** Which of the source's `raw` schemas the body has to fit. */
  readonly kind: string
  readonly url: string
  /** Milliseconds since the epoch. */
  readonly fetchedAt: number
  /** The body as it came, decoded to text. */
  readonly body: string
}

export interface Member {
  /** Unique within the source, `^[a-z0-9][a-z0-9._-]*$`. */
  readonly id: string
}

export interface FetchContext<M extends Member> {
  readonly http: Outbound
  readonly member: M
  /** Where the platform lives: the real address, or the sandbox's. */
  readonly baseUrl: string
  readonly nowMs: number
  readonly signal: AbortSignal
}

export interface MapContext<M extends Member> {
  readonly member: M
  /** When the artifact was captured; the mapping knows no other time. */
  readonly nowMs: number
  /** Counts a row that cannot be used; the rest of the list goes on. */
  drop(reason: string): void
}

export interface SourceDefinition<M extends Member, Rec> {
  /** `^[a-z][a-z0-9-]*$`, unique in the program. */
  readonly id: string
  /** The service whose read model it feeds. */
  readonly service: string
  readonly about: { readonly name: string; readonly home: string; readonly terms: string }
  /** The platform's own base address; the sandbox profile replaces the host. */
  readonly baseUrl: string
  readonly everyMinutes: number
  readonly polite: { readonly atOnce: number; readonly gapMs: number }
  readonly members: readonly M[]
  /** One schema per kind of answer, naming only the fields we read. A body that does not fit is `upstream_changed`. */
  readonly raw: Readonly<Record<string, TSchema>>
  /** A member whose record count falls below this share of the published count is held back. 0.5 unless told. */
  readonly shrinkBelow?: number
  /** Whether an empty list is believable for a member that had records. False unless told. */
  readonly mayBeEmpty?: boolean
  /** Network, nothing else. Yields answers as they come; they are on disk before anything maps them. */
  fetch(context: FetchContext<M>): AsyncIterable<Answer>
  /** Pure: the same answers give the same records. `body` is parsed and checked against `raw[kind]`. */
  toRecords(answers: readonly ParsedAnswer[], context: MapContext<M>): Iterable<Rec>
}

export interface ParsedAnswer {
  readonly kind: string
  readonly url: string
  readonly fetchedAt: number
  // biome-ignore lint/suspicious/noExplicitAny: checked against `raw[kind]` before it gets here
  readonly body: any
}

/** How a service takes in what its sources found; handed to the sync engine by `app.ts`. */
export interface Writer<Rec> {
  readonly service: string
  /** Writes one member's records inside the publishing transaction and removes what the member no longer lists. */
  write(batch: WriteBatch<Rec>): Promise<{ written: number; unchanged: number; removed: number }>
}

export interface WriteBatch<Rec> {
  readonly tx: import('kysely').Transaction<import('../store/tables.ts').ReadModelTables>
  readonly dialect: import('../store/store.ts').Dialect
  readonly sourceId: string
  readonly memberId: string
  readonly artifactId: number
  readonly capturedAt: number
  readonly records: readonly Rec[]
}
