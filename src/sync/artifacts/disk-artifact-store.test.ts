import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import * as files from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { threadId } from 'node:worker_threads'
import { gzipSync, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { systemClock } from '../../core/clock.ts'
import { Failure } from '../../core/errors.ts'
import type { UpstreamResponse } from '../source.ts'
import type { ArtifactHead } from './artifact-format.ts'
import { artifactLocation } from './artifact-store.ts'
import { type ArtifactFileSystem, diskArtifactStore } from './disk-artifact-store.ts'

const signal = new AbortController().signal
const head: ArtifactHead = {
  service: 'notices',
  sourceId: 'gazette',
  memberId: 'ashford',
  runId: 'run1',
  capturedAt: Date.parse('2026-11-15T12:00:00Z'),
}

describe('artifacts on disk', () => {
  it('are read exactly as they were saved, whatever the text', async (t) => {
    const { artifacts, folder } = await artifactsIn(t)
    const answers = ['{"a":1}', 'line\nbreak\r\n', '\u2028\u2029\ufeff', '🗞️'.repeat(50_000), ''].map(toAnswer)
    const saved = await artifacts.save(head, from(answers), signal)
    assert.equal(saved.rowCount, 5)
    assert.equal(saved.location, 'notices/gazette/ashford/20261115T120000000Z-run1.ndjson.zst')
    const bytes = await files.readFile(join(folder, saved.location))
    assert.equal(saved.bytes, bytes.length)
    assert.equal(saved.sha256, createHash('sha256').update(bytes).digest('hex'))
    const back = await artifacts.read(saved, signal)
    assert.deepEqual(await Array.fromAsync(back.responses), answers)
    assert.deepEqual({ ...back.head }, { artifact: 1, ...head })
  })

  it('are read exactly as they were saved if they only look like JSON, or contain names of the format', async (t) => {
    const { artifacts } = await artifactsIn(t)
    const answers = [
      '{"json":"}","body":1}',
      '[1, 2, {"a": ",\\"json\\":"}]',
      '{"half": ',
      '{}}',
      '{"a":\n1}',
      '{\r}',
      '["\ud83d"]',
      '["\u2028é🗞️"]',
      '"text with ,"json": in it"',
      'text with ,"json":1} in it',
    ].map((body) => ({ ...toAnswer(body), url: 'https://a.example/?q=,"json":&r={"json":1}' }))
    const saved = await artifacts.save(head, from(answers), signal)
    const back = await artifacts.read(saved, signal)
    assert.deepEqual(await Array.fromAsync(back.responses), answers)
    const wellFormed = answers.filter(({ body }) => body.isWellFormed())
    const withBytes = wellFormed.map((answer) => ({ ...answer, bytes: Buffer.from(answer.body) }))
    const sameAgain = await artifacts.read(await artifacts.save(head, from(withBytes), signal), signal)
    assert.deepEqual(await Array.fromAsync(sameAgain.responses), wellFormed)
  })

  it('are read exactly as they were saved if they are longer than what is compressed at once', async (t) => {
    const { artifacts } = await artifactsIn(t)
    const answers = Array.from({ length: 12 }, () => toAnswer(randomBytes(300_000).toString('base64')))
    const saved = await artifacts.save(head, from(answers), signal)
    const back = await artifacts.read(saved, signal)
    assert.deepEqual(await Array.fromAsync(back.responses), answers)
  })

  it('of earlier versions, which used gzip, are read as before', async (t) => {
    const { artifacts, folder } = await artifactsIn(t)
    const answers = ['{"a":1}', 'text'].map(toAnswer)
    const [one, other] = toLines(answers)
    // Each block was a file of its own.
    const saved = await place(folder, Buffer.concat([gzipSync(one ?? ''), gzipSync(other ?? '')]))
    const back = await artifacts.read(saved, signal)
    assert.deepEqual(await Array.fromAsync(back.responses), answers)
  })

  it('are refused if something follows the compressed text, instead of being read in part', async (t) => {
    const { artifacts, folder } = await artifactsIn(t)
    const [one, other] = toLines(['{"a":1}', 'text'].map(toAnswer))
    const saved = await place(
      folder,
      Buffer.concat([zstdCompressSync(one ?? ''), zstdCompressSync(other ?? '')]),
    )
    await assert.rejects(async () => await Array.fromAsync((await artifacts.read(saved, signal)).responses), {
      code: 'invalid_request',
    })
  })

  it('have JSON as it was received, not as a text within JSON', async (t) => {
    const { artifacts, folder } = await artifactsIn(t)
    const saved = await artifacts.save(head, from(['{"a":"b"}', '<p>'].map(toAnswer)), signal)
    const lines = zstdDecompressSync(await files.readFile(join(folder, saved.location)))
      .toString()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    assert.deepEqual(lines[1].json, { a: 'b' })
    assert.equal(lines[2].body, '<p>')
  })

  it('can be read only by their owner, even in a folder that is open to others', async (t) => {
    const { artifacts, folder } = await artifactsIn(t)
    await files.chmod(folder, 0o755)
    await artifacts.save(head, from(['{}'].map(toAnswer)), signal)
    const entries = await files.readdir(folder, { recursive: true, withFileTypes: true })
    assert.ok(entries.length >= 4)
    for (const entry of entries) {
      const { mode } = await files.stat(join(entry.parentPath, entry.name))
      assert.equal(mode & 0o777, entry.isDirectory() ? 0o700 : 0o600, entry.name)
    }
  })

  it('request no further responses while the disk is slow', async (t) => {
    const folder = await files.mkdtemp(join(tmpdir(), 'artifacts-'))
    t.after(() => files.rm(folder, { recursive: true }))
    const disk = Promise.withResolvers<void>()
    const stuck = Promise.withResolvers<void>()
    const slow: ArtifactFileSystem = {
      ...files,
      open: async (...args) => {
        const handle = await files.open(...args)
        const write = handle.writeFile.bind(handle)
        handle.writeFile = async (...rest) => {
          stuck.resolve()
          await disk.promise
          await write(...rest)
        }
        return handle
      },
    }
    let requested = 0
    const many = async function* () {
      while (requested < 40) {
        requested += 1
        yield toAnswer(randomBytes(100_000).toString('base64'))
      }
    }
    const saving = diskArtifactStore({ folder, files: slow }).save(head, many(), signal)
    await stuck.promise
    for (let turn = 0; turn < 300; turn += 1) await new Promise(setImmediate)
    assert.ok(requested < 10, `${requested} responses wait in memory`)
    disk.resolve()
    assert.equal((await saving).rowCount, 40)
  })

  it('are invisible until they are complete', async (t) => {
    const { artifacts, folder } = await artifactsIn(t)
    const halfway = async function* () {
      yield toAnswer('one')
      assert.deepEqual(await visible(folder), [])
      yield toAnswer('two')
    }
    await artifacts.save(head, halfway(), signal)
    assert.equal((await visible(folder)).length, 1)
    assert.deepEqual(await staged(folder), [])
  })

  it('leave nothing behind when the upstream fails, and rethrow its failure', async (t) => {
    const { artifacts, folder } = await artifactsIn(t)
    const failure = new Failure('upstream_unavailable', 'gone')
    const failing = async function* () {
      yield toAnswer('one')
      throw failure
    }
    await assert.rejects(artifacts.save(head, failing(), signal), failure)
    assert.deepEqual([await visible(folder), await staged(folder)], [[], []])
  })

  it('leave nothing behind when the run is aborted', async (t) => {
    const { artifacts, folder } = await artifactsIn(t)
    const stop = new AbortController()
    const answers = async function* () {
      yield toAnswer('one')
      stop.abort(new Error('stopped'))
      yield toAnswer('two')
    }
    await assert.rejects(artifacts.save(head, answers(), stop.signal), /stopped/)
    assert.deepEqual([await visible(folder), await staged(folder)], [[], []])
  })

  for (const step of ['mkdir', 'open', 'writeFile', 'sync', 'close', 'rename'] as const) {
    it(`leave nothing behind when the disk is full at any ${step}`, async (t) => {
      for (let nth = 1; ; nth += 1) {
        const { artifacts, folder, failed } = await artifactsIn(t, step, nth)
        const saved = await artifacts
          .save(head, from(['a', 'b'].map(toAnswer)), signal)
          .catch((error: unknown) => {
            assert.ok(error instanceof Failure && error.code === 'store_unavailable', String(error))
            return undefined
          })
        assert.deepEqual(await staged(folder), [])
        if (!failed()) {
          assert.ok(saved && nth > 1)
          break
        }
        assert.deepEqual(await visible(folder), [], `${step} ${nth}`)
      }
    })
  }

  it('cannot be read when a byte differs, is missing or was added', async (t) => {
    const { artifacts, folder } = await artifactsIn(t)
    const saved = await artifacts.save(head, from([toAnswer('x'.repeat(10_000))]), signal)
    const path = join(folder, saved.location)
    const good = await files.readFile(path)
    const flipped = Buffer.from(good)
    flipped[good.length - 6] = (flipped[good.length - 6] ?? 0) ^ 1
    const header = Buffer.from(good)
    header[9] = 77
    for (const bad of [
      flipped,
      header,
      good.subarray(0, -1),
      Buffer.concat([good, Buffer.from('more')]),
      Buffer.alloc(0),
    ]) {
      await files.writeFile(path, bad)
      await assert.rejects(async () => {
        await Array.fromAsync((await artifacts.read(saved, signal)).responses)
      }, Failure)
    }
    await files.rm(path)
    await assert.rejects(artifacts.read(saved, signal), { code: 'not_found' })
  })

  it('stop an endless upstream', async (t) => {
    const { artifacts, folder } = await artifactsIn(t)
    const endless = async function* () {
      for (;;) yield toAnswer('again')
    }
    await assert.rejects(artifacts.save(head, endless(), signal), { code: 'upstream_changed' })
    assert.deepEqual(await visible(folder), [])
  })

  it('remove files of dead processes, and none that may still be written', async (t) => {
    const { artifacts, folder } = await artifactsIn(t)
    await files.mkdir(join(folder, '.staging'), { recursive: true })
    const host = hostname()
      .toLowerCase()
      .replaceAll(/[^a-z0-9-]/g, '-')
    const dead = [`${host}.999999999.0.1.tmp`, `${host}.${process.pid}.${threadId}.999.tmp`]
    const alive = [`${host}.${process.ppid}.0.1.tmp`, 'another-host.1.0.1.tmp']
    for (const name of [...dead, ...alive]) await files.writeFile(join(folder, '.staging', name), '')
    const old = join(folder, '.staging', 'another-host.2.0.1.tmp')
    await files.writeFile(old, '')
    await files.utimes(old, 1, 1)
    const during = async function* () {
      yield toAnswer('one')
      assert.equal(await artifacts.removeStaleStaged(systemClock.now()), 3)
      yield toAnswer('two')
    }
    await artifacts.save(head, during(), signal)
    assert.deepEqual((await staged(folder)).sort(), alive.sort())
  })
})

describe('artifact names', () => {
  it('are safe for any ids', () => {
    const seen = new Set<string>()
    for (const memberId of [
      '../../etc',
      '..',
      '.',
      '',
      '/',
      'a/b',
      'a\\b',
      'A',
      'a',
      'a:b',
      'x'.repeat(300),
      'ü',
      '\0',
      'con.',
      'a b',
    ]) {
      const location = artifactLocation({ ...head, memberId })
      assert.match(
        location,
        /^notices\/gazette\/[a-z0-9-][a-z0-9._-]{0,80}\/[0-9TZ]+-run1\.ndjson\.zst$|^notices\/gazette\/\.[0-9a-f]{16}\//,
      )
      assert.ok(!location.split('/').includes('..'))
      seen.add(location)
    }
    assert.equal(seen.size, 15)
  })
})

async function artifactsIn(t: TestContext, failingStep?: string, nth = 1) {
  const folder = await files.mkdtemp(join(tmpdir(), 'artifacts-'))
  t.after(() => files.rm(folder, { recursive: true }))
  let calls = 0
  const fail = (step: string) => {
    if (step !== failingStep) return
    calls += 1
    if (calls === nth) throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })
  }
  const seam: ArtifactFileSystem = {
    ...files,
    mkdir: (async (...args: Parameters<typeof files.mkdir>) => {
      fail('mkdir')
      return files.mkdir(...args)
    }) as typeof files.mkdir,
    rename: async (from, to) => {
      fail('rename')
      return files.rename(from, to)
    },
    open: async (...args) => {
      fail('open')
      const handle = await files.open(...args)
      return new Proxy(handle, {
        get(target, key) {
          const value = Reflect.get(target, key, target)
          if (typeof value !== 'function') return value
          return async (...rest: unknown[]) => {
            if (key === 'close') await target.close()
            fail(String(key))
            return key === 'close' ? undefined : value.apply(target, rest)
          }
        },
      })
    },
  }
  const artifacts = diskArtifactStore({
    folder,
    ...(failingStep ? { files: seam } : {}),
  })
  return { artifacts, folder, failed: () => calls >= nth }
}

/** The head with the first response, and the others. */
function toLines([first, ...others]: readonly UpstreamResponse[]): string[] {
  return [[{ artifact: 1, ...head }, first], others].map((lines) =>
    lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
  )
}

async function place(folder: string, bytes: Buffer): Promise<{ location: string; sha256: string }> {
  await files.writeFile(join(folder, 'placed'), bytes)
  return { location: 'placed', sha256: createHash('sha256').update(bytes).digest('hex') }
}

async function visible(folder: string): Promise<string[]> {
  const entries = await files.readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && !entry.parentPath.endsWith('.staging'))
    .map((entry) => entry.name)
}

async function staged(folder: string): Promise<string[]> {
  return await files.readdir(join(folder, '.staging')).catch(() => [])
}

function toAnswer(body: string): UpstreamResponse {
  return { kind: 'list', url: 'https://gazette.sandbox/', fetchedAt: 1, body }
}

async function* from(answers: readonly UpstreamResponse[]): AsyncGenerator<UpstreamResponse> {
  yield* answers
}
