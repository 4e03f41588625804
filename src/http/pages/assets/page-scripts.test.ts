import assert from 'node:assert/strict'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import type { Worker } from 'node:worker_threads'
import { scriptRoutes, scriptTag } from './page-scripts.ts'

async function readScripts(): Promise<Map<string, string>> {
  const scripts = new Map<string, string>()
  for (const { path, handle } of scriptRoutes()) {
    const reply = await handle({} as never)
    scripts.set(path, String(reply.body?.content))
  }
  return scripts
}

describe('scripts of the pages', () => {
  // Comes first: types are stripped once per process.
  it('are stripped of their types in one thread, which has ended when that fails', async () => {
    const workers: Worker[] = []
    const onWorker = (worker: Worker) => void workers.push(worker)
    process.on('worker', onWorker)
    const started = once(process, 'worker')
    const [first, second] = scriptRoutes()
    assert.ok(first && second)
    const replies = Promise.allSettled([first.handle({} as never), second.handle({} as never)])
    await started
    workers[0]?.emit('error', new Error('no memory'))
    for (const reply of await replies) assert.match(String('reason' in reply && reply.reason), /no memory/)
    assert.deepEqual(
      workers.map(({ threadId }) => threadId),
      [-1],
    )
    process.off('worker', onWorker)
  })

  it('are JavaScript with all that they import', async () => {
    for (const [path, source] of await readScripts()) {
      assert.match(path, /^\/assets\/[0-9a-f]{16}\/[a-z-]+\.js$/)
      assert.doesNotMatch(source, /^\s*(interface|type|import|export) |import\(/m, path)
      assert.doesNotThrow(() => new Function(source), path)
    }
  })

  it('are loaded by pages by the name of a module that starts', async () => {
    const scripts = await readScripts()
    const names = globSync('*.ts', { cwd: join(import.meta.dirname, '../scripts/start') }).map((file) =>
      file.replace('.ts', ''),
    )
    assert.equal(scripts.size, names.length)
    for (const name of names) {
      const [, path = ''] = /^<script type="module" src="([^"]+)"/.exec(scriptTag(name as never).text) ?? []
      assert.ok(scripts.has(path), path)
    }
  })
})
