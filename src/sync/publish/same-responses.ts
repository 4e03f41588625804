/**
 * A member whose responses are those that it was last published from: nothing is parsed or stored again but when it was
 * seen. Only for services whose writer can tell that the last list left nothing open.
 */

import type { ReceivedResponses } from '../artifacts/received-responses.ts'
import { hashShare } from '../health/next-read.ts'
import { readMemberState } from '../member-state.ts'
import { findStoredTag, toStoredTag } from '../response-tag.ts'
import type { AnySource, AnyWriter, Member } from '../source.ts'
import type { SyncDeps } from '../sync-deps.ts'

/** Upper bound between full reads: a member is then read and stored again although its responses are the same. */
const confirmedMsMax = 7 * 86_400_000

/** What a member was published from, if that left nothing open. */
export interface SettledMember {
  readonly artifactId: number
  readonly records: number
  readonly digest: string
  readonly digestedAt: number
  readonly tag: TaggedResponse
}

/** As stored; null if the member has no tag. */
export interface TaggedResponse {
  readonly response_tag: string | null
  readonly tagged_at: number | null
}

export const untagged: TaggedResponse = { response_tag: null, tagged_at: null }

/** Everything that the records of a member depend on, except the responses; undefined if its service does not allow it. */
export function recordsDependOn(
  { confirm }: Pick<AnyWriter, 'confirm'>,
  { id, ignoredFields = [] }: Pick<AnySource, 'id' | 'ignoredFields'>,
  { off: _, entry: __, ...member }: Member,
): string | undefined {
  return confirm && `${confirm.version}\n${JSON.stringify([id, ignoredFields, member])}`
}

/** Undefined if the member has to be read and published as a whole. */
export async function readSettledMember(
  { store }: Pick<SyncDeps, 'store'>,
  source: AnySource,
  member: Member,
  nowMs: number,
): Promise<SettledMember | undefined> {
  const state = await readMemberState(store, source, member)
  if (state === undefined || state.response_digest === null || state.digested_at === null) return undefined
  const ageMs = nowMs - state.digested_at
  if (state.held_reason !== null || ageMs < 0 || ageMs > confirmedMsMax) return undefined
  return {
    artifactId: state.artifact_id,
    records: state.record_count,
    digest: state.response_digest,
    digestedAt: state.digested_at,
    tag: { response_tag: state.response_tag, tagged_at: state.tagged_at },
  }
}

/** The tag that the host of a settled member is asked with; undefined if the response has to be read. */
export function tagToSend(
  { id: sourceId }: Pick<AnySource, 'id'>,
  { id: memberId }: Member,
  { tag: { response_tag, tagged_at } }: SettledMember,
  dependsOn: string,
  nowMs: number,
): (url: string) => string | undefined {
  if (response_tag === null || tagged_at === null) return () => undefined
  const ageMs = nowMs - tagged_at
  // A host that confirms everything must not keep a member as it is, and the members of a host are not all read on one day.
  const ageMsMax = (confirmedMsMax / 2) * (1 + hashShare(`tag/${sourceId}/${memberId}`))
  if (ageMs < 0 || ageMs > ageMsMax) return () => undefined
  return (url) => findStoredTag(response_tag, dependsOn, url)
}

/** Of what was received, if that was one response with a tag. */
export function toTaggedResponse(
  received: ReceivedResponses,
  dependsOn: string | undefined,
  nowMs: number,
): TaggedResponse {
  const response = received.only()
  if (response?.tag === undefined || dependsOn === undefined) return untagged
  return { response_tag: toStoredTag(response.tag, dependsOn, response.url), tagged_at: nowMs }
}
