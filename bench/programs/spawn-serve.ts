/** Starts the command `serve` on a data folder and reports its address and processor time to the runner. */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { freePort } from '../../test/support/free-port.ts'
import { untilHealthy } from '../until-healthy.ts'
import { cpuMicrosOf } from './process-cpu.ts'
import { serveRunner } from './serve-runner.ts'

export const main = join(import.meta.dirname, '../../src/main.js')

export interface ServeOptions {
  readonly dataDir: string
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** What the runner needs to know besides the address. */
  readonly ready?: object
  close(): void
}

export async function spawnServe({ dataDir, args = [], env = {}, ready = {}, close }: ServeOptions) {
  const port = await freePort()
  const server = spawn(
    process.execPath,
    [main, 'serve', '--port', String(port), '--data-dir', dataDir, ...args],
    {
      cwd: dataDir,
      env: {
        PATH: process.env.PATH,
        SYNC_ENABLED: 'false',
        LOG_LEVEL: 'warn',
        // The limits are looked at, but never reached.
        LIMIT_ANONYMOUS_PER_SECOND: '1000000',
        LIMIT_ANONYMOUS_PER_MINUTE: '60000000',
        ...env,
      },
      stdio: 'ignore',
    },
  )
  const ended = once(server, 'exit')
  await untilHealthy(`http://127.0.0.1:${port}/healthz`, AbortSignal.timeout(60_000))
  serveRunner(
    { origin: `http://127.0.0.1:${port}`, ...ready },
    () => ({ micros: cpuMicrosOf(server.pid) }),
    async () => {
      server.kill('SIGTERM')
      await ended
      close()
    },
  )
}
