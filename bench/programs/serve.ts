/** The command `serve` with a store of notices. Arguments: how many notices, how many workers. */

import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { spawnServe } from './spawn-serve.ts'

const [count = '1000', workers = '1'] = process.argv.slice(2)
const dataDir = mkdtempSync(join(tmpdir(), 'broadsheet-bench-'))
const publisher = new Worker(new URL('./publish-thread.ts', import.meta.url), {
  workerData: { place: { dataDir }, count: Number(count) },
})
await once(publisher, 'message')
await publisher.terminate()

await spawnServe({
  dataDir,
  args: ['--workers', workers],
  close: () => rmSync(dataDir, { recursive: true, force: true }),
})
