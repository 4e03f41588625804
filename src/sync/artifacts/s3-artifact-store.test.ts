import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import * as files from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { startBucket } from '../../../test/support/bucket.ts'
import { Failure } from '../../core/errors.ts'
import type { UpstreamResponse } from '../source.ts'
import type { ArtifactHead } from './artifact-format.ts'
import { checkBucket } from './bucket.ts'
import { s3ArtifactStore } from './s3-artifact-store.ts'

const signal = new AbortController().signal
const head: ArtifactHead = {
  service: 'notices',
  sourceId: 'gazette',
  memberId: 'ashford',
  runId: 'r1',
  capturedAt: 0,
}

describe('artifacts in a bucket', () => {
  for (const [size, bytes] of [
    ['small', 100],
    ['of several parts', 20_000_000],
  ] as const) {
    it(`are read exactly as they were saved: ${size}`, async (t) => {
      const { artifacts, staging } = await bucket(t)
      const answer = toAnswer(randomBytes(bytes).toString('base64'))
      const saved = await artifacts.save(head, from([answer]), signal)
      assert.equal(saved.storage, 's3')
      assert.deepEqual(await Array.fromAsync((await artifacts.read(saved, signal)).responses), [answer])
      assert.deepEqual(await files.readdir(join(staging, '.staging')), [])
      await artifacts.remove(saved.location)
      await assert.rejects(artifacts.read(saved, signal), { code: 'not_found' })
    })
  }

  it('cannot be read when they were altered', async (t) => {
    const { artifacts } = await bucket(t)
    const saved = await artifacts.save(head, from([toAnswer('a')]), signal)
    await assert.rejects(async () => {
      await Array.fromAsync((await artifacts.read({ ...saved, sha256: '0'.repeat(64) }, signal)).responses)
    }, Failure)
  })

  it('fail with store_unavailable when the bucket cannot be reached, and leave nothing behind', async (t) => {
    const { artifacts, staging, stop } = await bucket(t)
    await stop()
    await assert.rejects(artifacts.save(head, from([toAnswer('a')]), signal), { code: 'store_unavailable' })
    assert.deepEqual(await files.readdir(join(staging, '.staging')), [])
  })

  it('need the right key, and an existing bucket', async (t) => {
    const { place, stop } = await bucket(t)
    await checkBucket(place, signal)
    for (const change of [{ accessKey: 'WRONG' }, { bucket: 'elsewhere' }])
      await assert.rejects(checkBucket({ ...place, ...change }, signal), Failure)
    await stop()
    await assert.rejects(checkBucket(place, signal), { code: 'store_unavailable' })
  })
})

async function bucket(t: TestContext) {
  const { place, folder, stop } = await startBucket()
  const staging = join(folder, 'staging')
  t.after(async () => {
    await stop()
    await files.rm(folder, { recursive: true })
  })
  return { artifacts: s3ArtifactStore({ ...place, stagingFolder: staging }), place, staging, stop }
}

function toAnswer(body: string): UpstreamResponse {
  return { kind: 'list', url: 'https://gazette.sandbox/', fetchedAt: 1, body }
}

async function* from(answers: readonly UpstreamResponse[]): AsyncGenerator<UpstreamResponse> {
  yield* answers
}
