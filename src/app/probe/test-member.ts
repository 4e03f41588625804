/** Reads a member once and maps it, without storing or publishing anything. */

import { startDeadline } from '../../core/async/deadline.ts'
import { Failure } from '../../core/errors.ts'
import type { Outbound, OutboundClient } from '../../core/outbound/outbound.ts'
import { closestMatch } from '../../core/text/closest-match.ts'
import type { Store } from '../../store/store.ts'
import { type MemberMarker, markEach, noMarker } from '../../sync/member-marker.ts'
import { parseResponses } from '../../sync/publish/parse-responses.ts'
import { sumReasons, toMemberRecords } from '../../sync/publish/to-member-records.ts'
import { interceptRequests } from '../../sync/run/run-source.ts'
import type { AnySource, AnyWriter, Member, UpstreamResponse } from '../../sync/source.ts'
import type { AppContext } from '../app-context.ts'
import { createSourceClient } from '../outbound.ts'
import { loadSources } from '../sources.ts'

export interface TestedMember {
  readonly source: AnySource
  readonly writer: AnyWriter
  readonly member: Member
}

/** Sees the requests of the source, and its responses before and after the check of their shape. */
export interface ReadingObserver {
  observeRequests(http: Outbound): Outbound
  observeResponses(responses: AsyncIterable<UpstreamResponse>): AsyncIterable<UpstreamResponse>
}

/** Without a member id, the first member that scheduled runs read. */
export async function findTestedMember(
  context: AppContext,
  sourceId: string,
  memberId: string | undefined,
): Promise<TestedMember> {
  const { sources, writers } = await loadSources(context)
  const source = sources.find(({ id }) => id === sourceId)
  const member = source?.members.find(({ id, off }) =>
    memberId === undefined ? off === undefined : id === memberId,
  )
  const writer = writers.find(({ service }) => service === source?.service)
  if (!source) {
    const similar = closestMatch(
      sourceId,
      sources.map(({ id }) => id),
    )
    const suggestion = similar === undefined ? '' : ` Did you mean ${similar}?`
    throw new Failure('not_found', `There is no source ${sourceId}.${suggestion}`)
  }
  if (!member || !writer)
    throw new Failure('not_found', `There is no member ${memberId ?? 'to read'} of a source ${sourceId}.`)
  return { source, writer, member }
}

export interface TestOptions {
  readonly observer?: ReadingObserver
  /** With the pauses that hosts asked for: a test keeps them too. */
  readonly store?: Store | undefined
  /** The client whose pace counts. Default: one of its own. */
  readonly outbound?: Pick<OutboundClient, 'for'>
  /** For a thread that is watched. */
  readonly marker?: MemberMarker
  /** Whether the records of the first responses are all that is wanted. Default: everything is read. */
  readonly isEnough?: (records: readonly unknown[]) => boolean
}

/** Throws what a sync of the member would report. */
export async function testMember(
  context: AppContext,
  tested: TestedMember,
  stopSignal: AbortSignal,
  options: TestOptions = {},
) {
  const read = await readMember(context, tested, stopSignal, options)
  return { ...read, records: read.records.length }
}

/** With its records. */
export async function readMember(
  context: AppContext,
  { source, writer, member }: TestedMember,
  stopSignal: AbortSignal,
  { observer, store, outbound, marker = noMarker, isEnough }: TestOptions = {},
) {
  const { clock, loaded } = context
  await using stack = new AsyncDisposableStack()
  const client = outbound ?? stack.use(createSourceClient(context, [source], store))
  const timeoutMs = Math.max(loaded.config.sync.memberTimeoutMs, source.memberTimeoutMs ?? 0)
  using deadline = startDeadline(clock, timeoutMs, timedOut, stopSignal)
  const { signal } = deadline
  const startedAt = clock.monotonic()
  const counts = { responses: 0, characters: 0 }
  const mark = () => marker.mark({ sourceId: source.id, memberId: member.id })
  const http = interceptRequests(client.for(source.polite), signal, mark)
  const responses = source.fetch({
    http: observer?.observeRequests(http) ?? http,
    member,
    baseUrl: source.baseUrl,
    nowMs: clock.now(),
    signal,
    isManual: true,
  })
  const counted = countEach(markEach(responses, mark), counts)
  const observed = observer?.observeResponses(counted) ?? counted
  const toRecords = async (some: Parameters<typeof parseResponses>[1]) => {
    const parsed = await parseResponses(source, some)
    mark()
    return await toMemberRecords(source, writer, member, parsed, clock.now())
  }
  const { records, dropped } = isEnough
    ? await readUntil(observed, toRecords, ({ records: some }) => isEnough(some))
    : await toRecords(observed)
  return {
    source_id: source.id,
    member_id: member.id,
    ...counts,
    records,
    dropped: sumReasons(dropped),
    seconds: Math.round((clock.monotonic() - startedAt) / 100) / 10,
  }
}

/** So many responses are mapped one by one; a list that has not said anything by then is read to its end. */
const sampleMax = 8

/** Maps the first response, then the first two, and so on, until that is enough. */
async function readUntil<Result>(
  responses: AsyncIterable<UpstreamResponse>,
  map: (some: readonly UpstreamResponse[]) => Promise<Result>,
  isEnough: (result: Result) => boolean,
): Promise<Result> {
  const some: UpstreamResponse[] = []
  for await (const response of responses) {
    some.push(response)
    if (some.length > sampleMax) continue
    const result = await map(some)
    if (isEnough(result)) return result
  }
  return await map(some)
}

async function* countEach(
  responses: AsyncIterable<UpstreamResponse>,
  counts: { responses: number; characters: number },
): AsyncGenerator<UpstreamResponse> {
  for await (const response of responses) {
    counts.responses += 1
    counts.characters += response.body.length
    yield response
  }
}

function timedOut(): Failure {
  return new Failure('upstream_unavailable', 'The source took too long to deliver the member.')
}
