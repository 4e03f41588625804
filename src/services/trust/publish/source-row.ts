/** Builds the row of a source: its URL, when it was checked, and the result. */

import { toInstant } from '../../../core/clock.ts'
import { contentHash } from '../../../core/content-hash.ts'
import type { SourceStatus } from '../normalise/vocabulary.ts'
import type { Evidence, ListingRecord } from '../schema/records.ts'
import type { SourceRow } from '../schema/tables.ts'

interface SourceFacts {
  readonly id: string
  readonly provider: string
  readonly center_id: string
  readonly evidence: Evidence
  readonly status: SourceStatus
  readonly at: number
  readonly listing?: ListingRecord
}

export function toSourceRow({
  id,
  provider,
  center_id,
  evidence,
  status,
  at,
  listing,
}: SourceFacts): SourceRow {
  const { kind, url, http_status, sha256, bytes, content_type } = evidence
  const doc = {
    id,
    provider,
    trust_center_id: center_id,
    kind,
    url,
    discovered_via: kind === 'directory_entry' ? 'directory' : 'manual',
    status,
    last_http_status: http_status,
    last_checked_at: toInstant(at),
    evidence: { sha256, bytes, content_type },
    claimed_framework_ids: listing?.claimed_framework_ids ?? [],
    listed_on: listing?.listed_on ?? null,
  }
  return { id, provider, center_id, kind, status, hash: contentHash(1, doc), doc: JSON.stringify(doc) }
}

export function withProvider(row: SourceRow, provider: string): SourceRow {
  const doc = { ...JSON.parse(row.doc), provider }
  return { ...row, provider, hash: contentHash(1, doc), doc: JSON.stringify(doc) }
}
