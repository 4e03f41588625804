import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { CliRunner } from '../../../test/support/cli-runner.ts'
import { systemClock } from '../../core/clock.ts'
import { openStore } from '../../store/open.ts'
import { readQuarantine } from '../../sync/quarantine.ts'

describe('the watchdog of a command', () => {
  it('kills a sync that never ends, quarantines the member and closes the run', async () => {
    using runner = new CliRunner('test/support/programs/stalled-command.ts')
    const { signal, stderr } = await runner.run([])
    assert.equal(signal, 'SIGKILL', stderr)
    const [, memberId] = /killed: no progress for 1 s at gazette\/(\S+); it is quarantined/.exec(stderr) ?? []
    await using store = await openStore({
      dataDir: join(runner.folder, 'data'),
      role: 'worker',
      statementTimeoutMs: 10_000,
      poolMax: 1,
      clock: systemClock,
    })
    const [row, ...others] = await readQuarantine(store.ledger)
    assert.deepEqual([row?.member_id, row?.reason, others], [memberId, 'no progress for 1 s', []])
    const { ledger } = store
    assert.deepEqual(await ledger.read.selectFrom('sync_run').select(['status', 'error_message']).execute(), [
      { status: 'failed', error_message: `interrupted: stalled by ${memberId}: no progress for 1 s` },
    ])
    assert.deepEqual(await ledger.read.selectFrom('lease').selectAll().execute(), [])
  })
})
