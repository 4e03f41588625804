/** What a source is: declared facts and two functions, `fetch` and `toRecords`. */

import type { Kysely, Transaction } from 'kysely'
import type { TSchema } from 'typebox'
import type { Failure } from '../core/errors.ts'
import type { Outbound } from '../core/outbound/outbound.ts'
import type { RegistryEntry } from '../registry/registry-entry.ts'
import type { ArchiveContext } from '../store/archive-attempt.ts'
import type { Dialect } from '../store/store.ts'
import type { ReadModelTables } from '../store/tables.ts'
import type { LoopPause } from './loop-pause.ts'
import type { Plausibility } from './plausibility.ts'
import type { StatusRules } from './status-rules.ts'

/** One saved response of an upstream. An artifact holds a member's responses in the order they were yielded. */
export interface UpstreamResponse {
  /** Selects the `raw` schema that the body must match. */
  readonly kind: string
  readonly url: string
  /** Milliseconds since the epoch. */
  readonly fetchedAt: number
  /** As received, decoded to text. */
  readonly body: string
  /** The same as UTF-8, where it was received as such: to encode a long text again takes longer than to read it. */
  readonly bytes?: Buffer
  /** Of a response that says everything about the member: the `ETag` that its host sent. */
  readonly tag?: string | undefined
}

export interface Member {
  /** Unique within the source, `^[a-z0-9][a-z0-9._-]*$`. */
  readonly id: string
  /** Why scheduled runs leave it out: paused, or without the key or the permission that it needs. */
  readonly off?: string
  /** What the registry says about it; absent for members that are made up. */
  readonly entry?: RegistryEntry
}

export interface FetchContext<M extends Member> {
  readonly http: Outbound
  readonly member: M
  readonly baseUrl: string
  readonly nowMs: number
  readonly signal: AbortSignal
  /** Whether an operator asked for this run: a source that pauses must not do so now. */
  readonly isManual?: boolean
  /** Absent where nothing is remembered. */
  readonly notes?: MemberNotes
  /** Absent where a member is fetched by itself. */
  readonly run?: SharedRun<M>
  /**
   * The tag of the response that the member was published from, for the one request that says everything about it. A source
   * sends it as `If-None-Match`, and throws `NotModified` if the host confirms it. Undefined: all has to be read.
   */
  readonly tagOf?: (url: string) => string | undefined
}

/** What the members of one run share, so that a response for several of them is requested once. */
export interface SharedRun<M extends Member> {
  /** Those that this run fetches, in its order. */
  readonly members: readonly M[]
  /**
   * The result of the first call with this key, or its failure. The work has a deadline of its own: it goes on when the
   * member that started it ends. A run keeps only the latest few results.
   */
  once<Value>(key: string, work: (shared: SharedWork) => Promise<Value>): Promise<Value>
}

export type SharedWork = Pick<FetchContext<Member>, 'http' | 'signal'>

/** What a source remembers about a member between runs: one short text, which outlives the process. */
export interface MemberNotes {
  read(): Promise<string | undefined>
  /** Undefined removes it. */
  write(note: string | undefined): Promise<void>
}

export interface MapContext<M extends Member> {
  readonly member: M
  /** When the artifact was captured; the only time a mapping may use. */
  readonly nowMs: number
  /** Whether these are responses to a live request for part of the member; they say nothing about the rest. */
  readonly isPart?: boolean
  /** Digests or keys of what is stored of the member: a source refers to such a record instead of mapping it again. Absent: it uses none. */
  readonly storedHashes?: ReadonlySet<string> | undefined
  /** Counts a row that cannot be used; the mapping continues with the next one. */
  drop(reason: string): void
}

export interface SourceDefinition<M extends Member, Rec> {
  /** `^[a-z][a-z0-9-]*$`, unique among all sources. */
  readonly id: string
  /** The service it belongs to. */
  readonly service: string
  readonly about: { readonly name: string; readonly home: string; readonly terms: string }
  /** The platform's base URL; the sandbox profile replaces the host. */
  readonly baseUrl: string
  /** Further hosts of its members: a host, or `*.example.org` for every host below it. */
  readonly hosts?: readonly string[]
  readonly everyMinutes: number
  readonly polite: { readonly atOnce: number; readonly gapMs: number }
  /** For sources whose members need so many requests that the general setting is too short. */
  readonly memberTimeoutMs?: number
  readonly members: readonly M[]
  /** The host that most requests for a member go to. Default: that of `baseUrl`. */
  hostOf?(member: M): string
  /**
   * One schema per kind of response, naming only the fields we read. A body that does not match is `upstream_changed`.
   * A kind whose schema is a string is not JSON: its body is passed on as text.
   */
  readonly raw: Readonly<Record<string, TSchema>>
  /** The kinds that a member can be published without: a body that does not match is dropped and reported. */
  readonly secondaryKinds?: readonly string[]
  /**
   * For a body that does not match, while others of its kind do: what stands in its place and says that the list is not
   * complete. Undefined: the member is not published.
   */
  replaceUnread?(response: Omit<ParsedResponse, 'body'>, failure: Failure): ParsedResponse | undefined
  /**
   * The names of JSON fields that change every day and that no mapping reads, at any depth: responses that differ only in
   * the texts of these fields are the same.
   */
  readonly ignoredFields?: readonly string[]
  /** A member whose record count falls below this share of the published count is held back. Default: 0.5. */
  readonly shrinkBelow?: number
  /** Whether an empty list is plausible for a member that had records. Default: false. */
  readonly mayBeEmpty?: boolean
  /** What its responses mean where a status alone does not say it. */
  readonly statusRules?: StatusRules
  /** Only sends requests. Yields responses as they arrive; they are saved before anything maps them. */
  fetch(context: FetchContext<M>): AsyncIterable<UpstreamResponse>
  /**
   * Reduces a validated body to what `toRecords` needs, where that is much less. Bodies are reduced one by one as they
   * are read, so that a member may be larger than memory. Pure.
   */
  condense?(kind: string, body: ParsedResponse['body']): unknown
  /** Pure: the same responses and digests give the same records. `body` is parsed, validated against `raw[kind]` and condensed. */
  toRecords(responses: readonly ParsedResponse[], context: MapContext<M>): Iterable<Rec>
}

/** Everything about a source except its members. */
export type SourceAdapter<M extends Member, Rec> = Omit<SourceDefinition<M, Rec>, 'members'>

/** A source whose particular members and records do not matter to the caller. */
export type AnySource = SourceDefinition<Member, unknown>

export interface ParsedResponse {
  readonly kind: string
  readonly url: string
  readonly fetchedAt: number
  // biome-ignore lint/suspicious/noExplicitAny: validated against `raw[kind]` before
  readonly body: any
}

/** The responses to a live refresh of one member, which are saved before they are mapped. */
export interface LiveCapture {
  readonly source: Pick<AnySource, 'id' | 'service' | 'raw' | 'condense'>
  readonly member: Member
  readonly responses: AsyncIterable<UpstreamResponse>
  readonly capturedAt: number
  readonly signal: AbortSignal
}

export interface SavedResponses {
  readonly responses: readonly ParsedResponse[]
  /** Call this once the records are in the read model. */
  markPublished(): Promise<void>
}

/** Stores the records of a service's sources; passed to the sync engine by `src/app/sources.ts`. */
export interface Writer<Rec> {
  readonly service: string
  /** Records that cannot be true are held before they reach the writer. */
  readonly plausibility?: Plausibility<Rec>
  /** Of records with the same key, the first is stored and the others are dropped and counted. */
  keyOf?(record: Rec): string
  /** The `storedHashes` of a member. */
  readHashes?(read: Kysely<ReadModelTables>, sourceId: string, memberId: string): Promise<ReadonlySet<string>>
  /** Writes one member's records inside the publishing transaction and removes what the member no longer lists. */
  write(batch: WriteBatch<Rec>): Promise<WriteCounts>
  /** For a member whose responses are those of its last list, if that was `isSettled`. Absent: they are written again. */
  readonly confirm?: {
    /** Changes with everything that makes other records of the same responses. */
    readonly version: string
    /** Stores that the list was seen again, inside the publishing transaction. */
    write(batch: Omit<WriteBatch<Rec>, 'artifactId' | 'records'>): Promise<void>
  }
  /** For members that are published in one transaction, so that what they change together is written once. */
  openGroup?(transaction: Pick<WriteBatch<Rec>, 'tx' | 'dialect'>): WriteGroup<Rec>
  /**
   * Totals and cleanup across all members of a source, in a transaction of its own after the last member. An interrupted
   * run leaves it to the next one, so pending work must be in the tables. A large amount of work is done in parts: it
   * returns `more` and is called again in another transaction.
   */
  finalizeRun?(run: FinalizeRunContext): Promise<'more' | undefined>
  /**
   * Deletes what has outlived its retention, in a transaction of its own. Returns the number of deleted rows; it is
   * called again until that is 0, so each call deletes a bounded number.
   */
  prune?(context: PruneContext): Promise<number>
  /** Before `prune`, outside its transaction: archives what it would delete next. Undefined without an archive. */
  archive?(context: ArchiveContext): Promise<Archived | undefined>
}

export interface WriteGroup<Rec> {
  /** Like that of the writer, one member after the other. */
  write(batch: WriteBatch<Rec>): Promise<WriteCounts>
  /** After the last one. */
  end(): Promise<void>
}

export interface PruneContext extends Pick<FinalizeRunContext, 'tx' | 'dialect' | 'now'> {
  /** With an archive: what may be deleted of the rows that go there. */
  readonly archived?: Archived | undefined
}

export interface Archived {
  /** The number of the last change; 0 if none may be deleted. */
  readonly changesUntil?: number | undefined
  /** The ids of records. */
  readonly records?: readonly string[]
}

export interface FinalizeRunContext {
  readonly tx: Transaction<ReadModelTables>
  readonly dialect: Dialect
  readonly sourceId: string
  readonly now: number
  /** By member id. */
  readonly outcomes: ReadonlyMap<string, MemberOutcome>
}

/** `resumed`: published by the interrupted run that this one continues. */
export type MemberOutcome = 'published' | 'resumed' | 'held' | 'failed'

export interface WriteCounts {
  readonly written: number
  readonly unchanged: number
  readonly removed: number
  /** Number of records that could not be written, by reason. */
  readonly dropped?: Readonly<Record<string, number>>
  /** Number of rows and fields that the responses lack, and that stay until a further list confirms it. */
  readonly held?: number
  /** Number of requests that the upstream refused, or pages that it gates; what they would have returned stays as it is. */
  readonly gated?: number
  /** 1 if the member no longer exists at the upstream. */
  readonly gone?: number
  /** Why the responses are not what they were: most rows cannot be read, or the list became empty. What is stored gets older. */
  readonly changed?: string
  /** Why the member is published only in part. Its health and that of the run are then `partial`. */
  readonly problem?: string
  /** The same responses would change nothing, whenever they come: nothing is held, absent or due to be removed. */
  readonly isSettled?: true
}

export interface WriteBatch<Rec> {
  readonly tx: Transaction<ReadModelTables>
  readonly dialect: Dialect
  readonly sourceId: string
  readonly memberId: string
  readonly artifactId: number
  readonly capturedAt: number
  readonly records: readonly Rec[]
  /** To be called during work whose length depends on the records. */
  readonly pause?: LoopPause
}

export type AnyWriter = Writer<unknown>
