import assert from 'node:assert/strict'
import { it } from 'node:test'
import { defaultLeaseMs } from '../../sync/sync-deps.ts'
import { syncStallMs } from './start-sync.ts'

it('a sync thread that hangs is killed before its run loses the lease', () => {
  // It may hang just before the lease is renewed.
  const leftMs = defaultLeaseMs - defaultLeaseMs / 3
  // The watch looks six times within the limit, and may begin a look late.
  assert.ok((syncStallMs * 7) / 6 < leftMs)
})
