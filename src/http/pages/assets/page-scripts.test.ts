import assert from 'node:assert/strict'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import type { Worker } from 'node:worker_threads'
import { scriptRoutes, scriptTags } from './page-scripts.ts'

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

  it('are JavaScript whose imports are scripts of the same version', async () => {
    const scripts = await readScripts()
    for (const [path, source] of scripts) {
      assert.match(path, /^\/assets\/[0-9a-f]{16}\/[a-z/-]+\.js$/)
      assert.doesNotMatch(source, /^\s*(interface|type) |import\(/m, path)
      for (const [, imported = ''] of source.matchAll(/ from '(\.[^']+)'$/gm))
        assert.ok(scripts.has(new URL(imported, `http://x${path}`).pathname), `${path} imports ${imported}`)
    }
  })

  it('are loaded by pages by the name of a module that starts', async () => {
    const scripts = await readScripts()
    const names = globSync('*.ts', { cwd: join(import.meta.dirname, '../scripts/start') }).map((file) =>
      file.replace('.ts', ''),
    )
    const tags = scriptTags(names as never).text
    for (const [, path = ''] of tags.matchAll(/ src="([^"]+)"/g)) assert.ok(scripts.has(path), path)
    assert.equal(tags.match(/<script type="module"/g)?.length, names.length)
  })
})
