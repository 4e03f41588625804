import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { loadConfig } from '../../core/config/load-config.ts'
import { defaultLeaseMs } from '../../sync/sync-deps.ts'

describe('a sync thread that hangs', () => {
  /** It may hang just before the lease is renewed. */
  const leftMs = defaultLeaseMs - defaultLeaseMs / 3
  /** The watch looks six times within the limit, and may begin a look late. */
  const isInTime = (stallMs: number) => (stallMs * 7) / 6 < leftMs
  const stallMsOf = (text: string) => loadConfig({ env: { SYNC_STALL_MS: text } }).config.sync.stallMs

  it('is killed before its run loses the lease, whatever the setting', () => {
    assert.ok(isInTime(loadConfig({ env: {} }).config.sync.stallMs))
    assert.ok(isInTime(stallMsOf('17s')))
    assert.throws(() => stallMsOf('18s'), /SYNC_STALL_MS/)
    assert.ok(!isInTime(18_000))
  })
})
