import assert from 'node:assert/strict'
import { once } from 'node:events'
import { describe, it } from 'node:test'
import { Worker } from 'node:worker_threads'
import { CommitCounter } from './commit-counter.ts'

describe('the commits of a process', () => {
  it('are counted per file', () => {
    const [one, same, other] = [
      new CommitCounter('/a.db'),
      new CommitCounter('/a.db'),
      new CommitCounter('/b.db'),
    ]
    one.increment()
    assert.deepEqual([one.count, same.count, other.count], [1, 1, 0])
  })

  it('are visible across threads', async () => {
    const here = new CommitCounter('/threads.db')
    const address = JSON.stringify(new URL('./commit-counter.ts', import.meta.url).href)
    const thread = new Worker(
      `import(${address}).then(({ CommitCounter }) => new CommitCounter('/threads.db').increment())`,
      {
        eval: true,
      },
    )
    await once(thread, 'exit')
    assert.equal(here.count, 1)
  })
})
