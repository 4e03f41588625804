import assert from 'node:assert/strict'
import { once } from 'node:events'
import { describe, it } from 'node:test'
import { Worker } from 'node:worker_threads'
import { Commits } from './commit-counter.ts'

describe('the commits of a process', () => {
  it('are counted per file, for whoever asks', () => {
    const [one, same, other] = [new Commits('/a.db'), new Commits('/a.db'), new Commits('/b.db')]
    one.add()
    assert.deepEqual([one.count, same.count, other.count], [1, 1, 0])
  })

  it('are seen across threads', async () => {
    const here = new Commits('/threads.db')
    const address = JSON.stringify(new URL('./commit-counter.ts', import.meta.url).href)
    const thread = new Worker(`import(${address}).then(({ Commits }) => new Commits('/threads.db').add())`, {
      eval: true,
    })
    await once(thread, 'exit')
    assert.equal(here.count, 1)
  })
})
