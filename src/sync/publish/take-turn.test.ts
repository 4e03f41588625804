import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { townsWriter } from '../../../test/support/sync/sync-fixture.ts'
import type { AnyWriter } from '../source.ts'
import { takeTurn } from './take-turn.ts'

describe('the transactions of a writer', () => {
  it('run one after the other, also after one that failed, and do not wait for another writer', async () => {
    const [writer, other] = [{ ...townsWriter }, { ...townsWriter }] as unknown as [AnyWriter, AnyWriter]
    const steps: string[] = []
    const first = Promise.withResolvers<void>()
    const failed = takeTurn(writer, async () => {
      steps.push('first begins')
      await first.promise
      throw new Error('rolled back')
    })
    const second = takeTurn(writer, async () => void steps.push('second'))
    await takeTurn(other, async () => void steps.push('other'))
    assert.deepEqual(steps, ['first begins', 'other'])
    first.resolve()
    await assert.rejects(failed, /rolled back/)
    await second
    assert.deepEqual(steps, ['first begins', 'other', 'second'])
  })
})
