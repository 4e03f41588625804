import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../../test/support/free-port.ts'
import { type Case, median } from '../../case.ts'
import { untilHealthy } from '../../until-healthy.ts'

const main = join(import.meta.dirname, '../../../src/main.js')

export const bench: Case = {
  name: 'start',
  description: 'from the command to the first good answer of /healthz, in an empty folder',
  threshold: { below: 1.5 },
  async measure({ rounds }) {
    const seen: number[] = []
    for (let turn = 0; turn < rounds; turn++) seen.push(await startOnce())
    const [best, worst] = [Math.min(...seen), Math.max(...seen)]
    return {
      value: median(seen),
      unit: 's',
      ours: `${best.toFixed(2)} to ${worst.toFixed(2)} s`,
      baseline: '',
      rounds: seen,
    }
  },
}

async function startOnce(): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'broadsheet-start-'))
  const port = await freePort()
  const startedAt = performance.now()
  const server = spawn(process.execPath, [main, 'serve', '--port', String(port), '--data-dir', folder], {
    cwd: folder,
    env: { PATH: process.env.PATH },
    stdio: 'ignore',
  })
  const ended = once(server, 'exit')
  try {
    await untilHealthy(`http://127.0.0.1:${port}/healthz`, AbortSignal.timeout(60_000))
    return (performance.now() - startedAt) / 1000
  } finally {
    server.kill('SIGTERM')
    await ended
    await rm(folder, { recursive: true, force: true })
  }
}
