/** Artifacts as files: written to a staging folder, synced, then renamed into place. */

import { createHash } from 'node:crypto'
import * as nodeFiles from 'node:fs/promises'
import { hostname } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { threadId } from 'node:worker_threads'
import { isDiskFull } from '../../core/data-folder.ts'
import { Failure, isFailure } from '../../core/errors.ts'
import { isProcessRunning } from '../run/run-holder.ts'
import type { UpstreamResponse } from '../source.ts'
import { type ArtifactHead, decodeArtifact, encodeArtifact } from './artifact-format.ts'
import { type ArtifactStore, artifactLocation, type SavedArtifact } from './artifact-store.ts'

/** The part of the file system in use, so that tests can make it fail. */
export type ArtifactFileSystem = Pick<
  typeof nodeFiles,
  'mkdir' | 'open' | 'readdir' | 'rename' | 'stat' | 'unlink'
>

export interface DiskArtifactStoreOptions {
  readonly folder: string
  readonly files?: ArtifactFileSystem
}

export function diskArtifactStore(options: DiskArtifactStoreOptions): ArtifactStore {
  const files = options.files ?? nodeFiles
  const root = resolve(options.folder)
  return {
    storage: 'disk',
    async save(head, responses, signal) {
      const location = artifactLocation(head)
      const path = join(root, location)
      await using staged = await stageArtifact(files, root, head, responses, signal)
      await wrapWriteErrors(() => moveIntoPlace(files, root, staged, path))
      return { storage: 'disk', location, ...staged.summary }
    },
    async read({ location, sha256 }, signal) {
      return await decodeArtifact(readVerified(files, join(root, location), sha256, signal))
    },
    async remove(location) {
      await ignoreMissing(files.unlink(join(root, location)))
    },
    removeStaleStaged: (nowMs) => removeStaleStaged(files, root, nowMs),
  }
}

/** A complete artifact that is not visible yet. Disposing removes it unless it was moved. */
export interface StagedArtifact extends AsyncDisposable {
  readonly path: string
  /** To be called after that. */
  markMoved(): void
  readonly summary: Pick<SavedArtifact, 'sha256' | 'bytes' | 'rowCount'>
}

export async function stageArtifact(
  files: ArtifactFileSystem,
  root: string,
  head: ArtifactHead,
  responses: AsyncIterable<UpstreamResponse>,
  signal: AbortSignal,
): Promise<StagedArtifact> {
  const path = join(stagingFolder(root), nextStagedName())
  openStagedPaths.add(path)
  const markMoved = () => void openStagedPaths.delete(path)
  const discard = async () => {
    if (openStagedPaths.delete(path)) await ignoreMissing(files.unlink(path)).catch(() => {})
  }
  try {
    const summary = await writeArtifactFile(files, path, head, responses, signal)
    return { path, summary, markMoved, [Symbol.asyncDispose]: discard }
  } catch (thrown) {
    await discard()
    throw thrown
  }
}

/** Removes files of dead processes at once, and any file after a day. */
export async function removeStaleStaged(
  files: ArtifactFileSystem,
  root: string,
  nowMs: number,
): Promise<number> {
  let removed = 0
  const names = await files.readdir(stagingFolder(root)).catch(() => [])
  for (const name of names) {
    const path = join(stagingFolder(root), name)
    if (openStagedPaths.has(path)) continue
    const modifiedAt = await files
      .stat(path)
      .then((found) => found.mtimeMs)
      .catch(() => undefined)
    if (modifiedAt === undefined) continue
    if (mayBeInUse(name) && nowMs - modifiedAt < staleAfterMs) continue
    await ignoreMissing(files.unlink(path))
    removed += 1
  }
  return removed
}

const staleAfterMs = 24 * 60 * 60 * 1000

/** Being written by this thread. */
const openStagedPaths = new Set<string>()
let stagedCount = 0

function stagingFolder(root: string): string {
  return join(root, '.staging')
}

function nextStagedName(): string {
  stagedCount += 1
  return [hostLabel, process.pid, threadId, stagedCount, 'tmp'].join('.')
}

const hostLabel = hostname()
  .toLowerCase()
  .replaceAll(/[^a-z0-9-]/g, '-')

function mayBeInUse(name: string): boolean {
  const [host, pid, thread] = name.split('.')
  if (host !== hostLabel) return true
  return Number(pid) === process.pid ? Number(thread) !== threadId : isProcessRunning(Number(pid))
}

async function writeArtifactFile(
  files: ArtifactFileSystem,
  path: string,
  head: ArtifactHead,
  responses: AsyncIterable<UpstreamResponse>,
  signal: AbortSignal,
): Promise<StagedArtifact['summary']> {
  const { result: handle } = await wrapWriteErrors(() =>
    inPrivateFolder(files, dirname(path), () => files.open(path, 'wx', 0o600)),
  )
  const hash = createHash('sha256')
  let bytes = 0
  let rowCount = 0
  try {
    const chunks = encodeArtifact(head, responses, (rows) => {
      rowCount = rows
    })
    for await (const chunk of chunks) {
      signal.throwIfAborted()
      hash.update(chunk)
      bytes += chunk.length
      await wrapWriteErrors(() => handle.writeFile(chunk))
    }
    await wrapWriteErrors(() => handle.sync())
  } finally {
    await wrapWriteErrors(() => handle.close())
  }
  return { sha256: hash.digest('hex'), bytes, rowCount }
}

async function moveIntoPlace(
  files: ArtifactFileSystem,
  root: string,
  staged: StagedArtifact,
  to: string,
): Promise<void> {
  const folder = dirname(to)
  const { isNew } = await inPrivateFolder(files, folder, () => files.rename(staged.path, to))
  staged.markMoved()
  try {
    await syncFolder(files, folder)
    if (!isNew) return
    for (let parent = folder; parent !== root && parent !== dirname(parent); ) {
      parent = dirname(parent)
      await syncFolder(files, parent)
    }
  } catch (thrown) {
    await ignoreMissing(files.unlink(to)).catch(() => {})
    throw thrown
  }
}

/**
 * Makes the folder if the work fails because it is missing: most often it is there. Responses may contain what others must
 * not read, even if the data folder is open to them.
 */
async function inPrivateFolder<Result>(
  files: ArtifactFileSystem,
  folder: string,
  work: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly isNew: boolean }> {
  try {
    return { result: await work(), isNew: false }
  } catch (thrown) {
    if (!isMissing(thrown)) throw thrown
  }
  const firstMade = await files.mkdir(folder, { recursive: true, mode: 0o700 })
  return { result: await work(), isNew: firstMade !== undefined }
}

async function syncFolder(files: ArtifactFileSystem, folder: string): Promise<void> {
  const handle = await files.open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function* readVerified(
  files: ArtifactFileSystem,
  path: string,
  sha256: string,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  const handle = await files.open(path, 'r').catch((cause: unknown) => {
    throw new Failure('not_found', 'The artifact is missing from storage.', { cause })
  })
  yield* verifyChecksum(handle.createReadStream({ signal }), sha256)
}

/** Throws at the end if the checksum differs. */
export async function* verifyChecksum(bytes: AsyncIterable<Buffer>, sha256: string): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  for await (const chunk of bytes) {
    hash.update(chunk)
    yield chunk
  }
  if (hash.digest('hex') !== sha256) {
    throw new Failure('internal', 'The artifact is damaged: its checksum differs.')
  }
}

/** A disk error is reported as `store_unavailable`, never as a failure of the upstream. */
async function wrapWriteErrors<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (cause) {
    if (isFailure(cause)) throw cause
    const message = isDiskFull(cause)
      ? 'The disk is full; the artifact was not saved.'
      : 'The artifact cannot be written.'
    throw new Failure('store_unavailable', message, { cause })
  }
}

async function ignoreMissing(removal: Promise<void>): Promise<void> {
  await removal.catch((thrown: unknown) => {
    if (!isMissing(thrown)) throw thrown
  })
}

function isMissing(thrown: unknown): boolean {
  return (thrown as NodeJS.ErrnoException).code === 'ENOENT'
}
