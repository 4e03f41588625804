import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { usableWorkers } from './worker-count.ts'

describe('the number of workers', () => {
  it('is one, with a warning, where threads cannot share a port', async () => {
    const warnings: string[] = []
    const count = await usableWorkers(
      4,
      (message) => warnings.push(message),
      async () => false,
    )
    assert.equal(count, 1)
    assert.match(warnings.join('\n'), /^one worker answers requests, not 4: .*$/)
  })

  it('is what the settings say where they can', { skip: process.platform !== 'linux' }, async () => {
    const warnings: string[] = []
    assert.equal(await usableWorkers(4, (message) => warnings.push(message)), 4)
    assert.deepEqual(warnings, [])
  })

  it('is not examined for one worker', async () => {
    const count = await usableWorkers(
      1,
      () => assert.fail('warned'),
      async () => assert.fail('examined'),
    )
    assert.equal(count, 1)
  })
})
