import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { CliRunner } from '../../../test/support/cli-runner.ts'

describe('the watchdog of a single thread', () => {
  const runner = new CliRunner('test/support/programs/watched-thread.ts')
  after(() => runner[Symbol.dispose]())

  it('ends the process when the thread hangs', async () => {
    const { signal, stderr } = await runner.run(['hang'])
    assert.equal(signal, 'SIGKILL')
    assert.match(stderr, /hangs \(no progress for \d+ s\)/)
  })

  it('leaves one alone that works, and does not keep it from ending', async () => {
    const { code, signal } = await runner.run(['work'])
    assert.deepEqual([code, signal], [0, null])
  })
})
