/**
 * A member whose responses are those that it was last published from: nothing is parsed or stored again but when it was
 * seen. Only for services whose writer can tell that the last list left nothing open.
 */

import type { ReceivedResponses } from '../artifacts/received-responses.ts'
import { readMemberState, saveMemberState } from '../member-state.ts'
import type { AnySource, AnyWriter, Member } from '../source.ts'
import type { SyncDeps } from '../sync-deps.ts'
import type { Publication } from './publish-group.ts'

/** So often everything is read and stored again, whatever it is: no mistake lasts longer. */
const confirmedMsMax = 7 * 86_400_000

/** What was published from the same responses. */
export interface SameResponses {
  readonly artifactId: number
  readonly records: number
  readonly digest: string
  readonly digestedAt: number
}

/** Of what the records of the member depend on; undefined if its service or its size does not allow it. */
export function responseDigest(
  { confirm }: Pick<AnyWriter, 'confirm'>,
  { id, ignoredFields = [] }: Pick<AnySource, 'id' | 'ignoredFields'>,
  { off: _, entry: __, ...member }: Member,
  received: ReceivedResponses,
): string | undefined {
  const dependsOn = [id, ignoredFields, member]
  return confirm && received.digest(`${confirm.version}\n${JSON.stringify(dependsOn)}`, ignoredFields)
}

/** Undefined if the member has to be published. */
export async function findSameResponses(
  { store }: Pick<SyncDeps, 'store'>,
  source: AnySource,
  member: Member,
  digest: string,
  nowMs: number,
): Promise<SameResponses | undefined> {
  const state = await readMemberState(store, source, member)
  if (state === undefined || state.digested_at === null) return undefined
  if (state.response_digest !== digest || state.held_reason !== null) return undefined
  const ageMs = nowMs - state.digested_at
  if (ageMs < 0 || ageMs > confirmedMsMax) return undefined
  return {
    artifactId: state.artifact_id,
    records: state.record_count,
    digest,
    digestedAt: state.digested_at,
  }
}

/** Stores that the member was seen again. */
export function toConfirmation(
  { store, clock }: Pick<SyncDeps, 'store' | 'clock'>,
  writer: AnyWriter,
  source: AnySource,
  member: Member,
  { artifactId, records, digest, digestedAt }: SameResponses,
  capturedAt: number,
): Publication {
  const { dialect } = store.readModel
  return {
    // It has none in memory.
    records: 0,
    async write(tx) {
      await writer.confirm?.write({ tx, dialect, sourceId: source.id, memberId: member.id, capturedAt })
      await saveMemberState(tx, dialect.engine, source, member, {
        artifact_id: artifactId,
        record_count: records,
        published_at: clock.now(),
        held_reason: null,
        response_digest: digest,
        digested_at: digestedAt,
      })
      return { written: 0, unchanged: records, removed: 0 }
    },
  }
}
