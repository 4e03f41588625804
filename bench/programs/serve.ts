/** The command `serve` with a store of notices. Arguments: how many notices, how many workers. */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { freePort, untilHealthy } from '../free-port.ts'
import { cpuMicrosOf } from './process-cpu.ts'
import { serveRunner } from './serve-runner.ts'

const [count = '1000', workers = '1'] = process.argv.slice(2)
const main = join(import.meta.dirname, '../../src/main.js')
const dataDir = mkdtempSync(join(tmpdir(), 'broadsheet-bench-'))
const publisher = new Worker(new URL('./publish-thread.ts', import.meta.url), {
  workerData: { place: { dataDir }, count: Number(count) },
})
await once(publisher, 'message')
await publisher.terminate()

const port = await freePort()
const args = ['serve', '--port', String(port), '--data-dir', dataDir, '--workers', workers]
const server = spawn(process.execPath, [main, ...args], {
  cwd: dataDir,
  env: {
    PATH: process.env.PATH,
    SYNC_ENABLED: 'false',
    LOG_LEVEL: 'warn',
    // The limits are looked at, but never reached.
    LIMIT_ANONYMOUS_PER_SECOND: '1000000',
    LIMIT_ANONYMOUS_PER_MINUTE: '60000000',
  },
  stdio: 'ignore',
})
const ended = once(server, 'exit')
await untilHealthy(`http://127.0.0.1:${port}/healthz`, AbortSignal.timeout(60_000))

serveRunner(
  { origin: `http://127.0.0.1:${port}` },
  () => ({ micros: cpuMicrosOf(server.pid) }),
  async () => {
    server.kill('SIGTERM')
    await ended
    rmSync(dataDir, { recursive: true, force: true })
  },
)
