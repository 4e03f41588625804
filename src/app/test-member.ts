/** Reads a member once and maps it, without storing or publishing anything. */

import { startDeadline } from '../core/deadline.ts'
import { Failure } from '../core/errors.ts'
import { parseResponses } from '../sync/publish/parse-responses.ts'
import { countDropped, toMemberRecords } from '../sync/publish/to-member-records.ts'
import type { UpstreamResponse } from '../sync/source.ts'
import type { AppContext } from './app-context.ts'
import { createSourceClient } from './outbound.ts'
import { loadSources } from './sources.ts'

export interface MemberTest {
  readonly source_id: string
  readonly member_id: string
  readonly responses: number
  /** Of the bodies, as text. */
  readonly characters: number
  readonly records: number
  /** Rows that cannot be used. */
  readonly dropped: number
  readonly seconds: number
}

/** Throws what a sync of the member would report. */
export async function testMember(
  context: AppContext,
  sourceId: string,
  memberId: string,
  stopSignal: AbortSignal,
): Promise<MemberTest> {
  const { clock, loaded } = context
  const { sources, writers } = await loadSources(context)
  const source = sources.find(({ id }) => id === sourceId)
  const member = source?.members.find(({ id }) => id === memberId)
  const writer = writers.find(({ service }) => service === source?.service)
  if (!source || !member || !writer)
    throw new Failure('not_found', `There is no member ${memberId} of a source ${sourceId}.`)
  await using client = createSourceClient(context, [source])
  const timeoutMs = Math.max(loaded.config.sync.memberTimeoutMs, source.memberTimeoutMs ?? 0)
  using deadline = startDeadline(clock, timeoutMs, timedOut, stopSignal)
  const { signal } = deadline
  const startedAt = clock.monotonic()
  const counts = { responses: 0, characters: 0 }
  const responses = source.fetch({
    http: client.for(source.polite),
    member,
    baseUrl: source.baseUrl,
    nowMs: clock.now(),
    signal,
    isManual: true,
  })
  const parsed = await parseResponses(source, countEach(responses, counts))
  const { records, dropped } = toMemberRecords(source, writer, member, parsed, clock.now())
  return {
    source_id: sourceId,
    member_id: memberId,
    ...counts,
    records: records.length,
    dropped: countDropped(dropped),
    seconds: Math.round((clock.monotonic() - startedAt) / 100) / 10,
  }
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
