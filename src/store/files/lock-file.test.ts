import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { systemClock } from '../../core/clock.ts'
import { ConfigurationError } from '../../core/errors.ts'
import { lockFile } from './lock-file.ts'

describe('the lock of a file', () => {
  let folder: string
  let path: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'broadsheet-lock-'))
    path = join(folder, '.lock')
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  const lock = (waitMsMax: number, signal = new AbortController().signal) =>
    lockFile(path, { clock: systemClock, signal, waitMsMax })

  it('is held until it is released, however old its file is', async () => {
    {
      using held = await lock(0)
      assert.ok(held)
      utimesSync(path, 0, 0)
      assert.equal(await lock(0), undefined)
    }
    using next = await lock(0)
    assert.ok(next)
  })

  it('goes to one that waits for it, one at a time', async () => {
    let holders = 0
    const work = async () => {
      using held = await lock(10_000)
      assert.ok(held)
      holders += 1
      assert.equal(holders, 1)
      await systemClock.sleep(5)
      holders -= 1
    }
    await Promise.all(Array.from({ length: 5 }, work))
  })

  it('ends the wait when the signal aborts', async () => {
    using _held = await lock(0)
    const stop = new AbortController()
    const waiting = lock(60_000, stop.signal)
    stop.abort(new Error('stopped'))
    await assert.rejects(waiting, /stopped/)
  })

  it('is free if only its file is left', async () => {
    writeFileSync(path, '')
    using held = await lock(0)
    assert.ok(held)
  })

  it('reports a file that cannot be locked', async () => {
    mkdirSync(path)
    await assert.rejects(lock(0), ConfigurationError)
  })
})
