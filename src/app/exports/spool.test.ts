import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { basename, join } from 'node:path'
import { describe, it } from 'node:test'
import { newFolder } from '../../../test/support/shared-folder.ts'
import { systemClock } from '../../core/clock.ts'
import { isFailure } from '../../core/errors.ts'
import { Spool } from './spool.ts'

/** Larger than any process id. */
const deadPid = 2 ** 30

describe('the folder of exports', () => {
  it('loses at the start what processes have left behind, and keeps what others write', async () => {
    const dataDir = newFolder('spool')
    const spool = new Spool(dataDir, 0)
    const current = await spool.reserve('csv', 1)
    const folder = join(dataDir, 'exports', 'spool')
    mkdirSync(folder, { recursive: true })
    const beforeStart = systemClock.now() / 1000 - process.uptime() - 60
    const dayAgo = systemClock.now() / 1000 - 25 * 3600
    const files = {
      [basename(current)]: undefined,
      [`${hostname()}~${deadPid}~a.csv`]: undefined,
      // Of a container, whose processes all have the same id.
      [`${hostname()}~${process.pid}~b.csv`]: beforeStart,
      [`${hostname()}~1~c.csv`]: undefined,
      'elsewhere~7~d.csv': undefined,
      'elsewhere~7~e.csv': dayAgo,
    }
    for (const [name, at] of Object.entries(files)) {
      writeFileSync(join(folder, name), 'x')
      if (at !== undefined) utimesSync(join(folder, name), at, at)
    }
    await spool.sweep(systemClock)
    const kept = [basename(current), `${hostname()}~1~c.csv`, 'elsewhere~7~d.csv']
    assert.deepEqual(readdirSync(folder).sort(), kept.sort())
    rmSync(dataDir, { recursive: true, force: true })
  })

  it('takes no file that might fill the disk', async () => {
    const dataDir = newFolder('spool')
    const spool = new Spool(dataDir, Number.MAX_SAFE_INTEGER)
    await assert.rejects(spool.reserve('csv', 1), (thrown) => isFailure(thrown, 'overloaded'))
    rmSync(dataDir, { recursive: true, force: true })
  })
})
