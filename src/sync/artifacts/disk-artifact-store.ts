/** Artifacts as files: written beside, synced, then renamed into place. */

import { createHash } from 'node:crypto'
import * as nodeFiles from 'node:fs/promises'
import { hostname } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { threadId } from 'node:worker_threads'
import { Failure, isFailure } from '../../core/errors.ts'
import type { Answer } from '../source.ts'
import { type ArtifactHead, decodeArtifact, encodeArtifact } from './artifact-format.ts'
import {
  type ArtifactFile,
  type Artifacts,
  artifactLocation,
  isLiveName,
  memberLocation,
  runSuffix,
  type SavedArtifact,
  sourceLocation,
} from './artifact-store.ts'

/** What is needed of the file system, so that tests can make it fail. */
export type ArtifactFiles = Pick<
  typeof nodeFiles,
  'mkdir' | 'open' | 'readdir' | 'rename' | 'stat' | 'unlink'
>

export interface DiskArtifactsOptions {
  readonly folder: string
  readonly files?: ArtifactFiles
}

export function diskArtifacts(options: DiskArtifactsOptions): Artifacts {
  const files = options.files ?? nodeFiles
  const root = resolve(options.folder)
  return {
    storage: 'disk',
    async save(head, answers, signal) {
      const location = artifactLocation(head)
      const path = join(root, location)
      await using staged = await stageArtifact(files, root, head, answers, signal)
      await written(() => moveIntoPlace(files, root, staged.path, path))
      return { storage: 'disk', location, ...staged.written }
    },
    async read({ location, sha256 }, signal) {
      return await decodeArtifact(readVerified(files, join(root, location), sha256, signal))
    },
    async remove(location) {
      await ignoringAbsence(files.unlink(join(root, location)))
    },
    filesOf: (source, runIds) => listFiles(files, root, sourceLocation(source), runIds),
    async liveFilesOf(member) {
      const below = memberLocation(member)
      const names = await files.readdir(join(root, below)).catch(() => [])
      return names.filter(isLiveName).map((name) => `${below}/${name}`)
    },
    sweep: (nowMs) => sweepStaged(files, root, nowMs),
  }
}

/** A complete artifact that nobody can see yet; disposing removes it unless it was moved away. */
export interface StagedArtifact extends AsyncDisposable {
  readonly path: string
  readonly written: Pick<SavedArtifact, 'sha256' | 'bytes' | 'rowCount'>
}

export async function stageArtifact(
  files: ArtifactFiles,
  root: string,
  head: ArtifactHead,
  answers: AsyncIterable<Answer>,
  signal: AbortSignal,
): Promise<StagedArtifact> {
  const path = join(stagingFolder(root), stagedName())
  open.add(path)
  const discard = async () => {
    open.delete(path)
    await ignoringAbsence(files.unlink(path)).catch(() => {})
  }
  try {
    const summary = await writeFile(files, path, head, answers, signal)
    return { path, written: summary, [Symbol.asyncDispose]: discard }
  } catch (thrown) {
    await discard()
    throw thrown
  }
}

/** Files of dead processes at once, files nobody has touched for a day whoever made them. */
export async function sweepStaged(files: ArtifactFiles, root: string, nowMs: number): Promise<number> {
  let removed = 0
  const names = await files.readdir(stagingFolder(root)).catch(() => [])
  for (const name of names) {
    const path = join(stagingFolder(root), name)
    if (open.has(path)) continue
    const touchedAt = await files
      .stat(path)
      .then((found) => found.mtimeMs)
      .catch(() => undefined)
    if (touchedAt === undefined) continue
    if (mayBeAlive(name) && nowMs - touchedAt < staleAfterMs) continue
    await ignoringAbsence(files.unlink(path))
    removed += 1
  }
  return removed
}

async function listFiles(
  files: ArtifactFiles,
  root: string,
  below: string,
  runIds: Iterable<string>,
): Promise<ArtifactFile[]> {
  const found: ArtifactFile[] = []
  const runBySuffix = new Map(Array.from(runIds, (runId) => [runSuffix(runId), runId]))
  const members = await files.readdir(join(root, below)).catch(() => [])
  for (const member of members) {
    const names = await files.readdir(join(root, below, member)).catch(() => [])
    for (const name of names) {
      // The time before it has no hyphen.
      const runId = runBySuffix.get(name.slice(name.indexOf('-')))
      if (runId === undefined) continue
      const location = `${below}/${member}/${name}`
      const touched = await files.stat(join(root, location)).catch(() => undefined)
      if (touched?.isFile()) found.push({ location, runId, touchedAt: touched.mtimeMs })
    }
  }
  return found
}

const staleAfterMs = 24 * 60 * 60 * 1000

/** Written by this thread right now. */
const open = new Set<string>()
let stagedSoFar = 0

function stagingFolder(root: string): string {
  return join(root, '.staging')
}

function stagedName(): string {
  stagedSoFar += 1
  return [safeHost, process.pid, threadId, stagedSoFar, 'tmp'].join('.')
}

const safeHost = hostname()
  .toLowerCase()
  .replaceAll(/[^a-z0-9-]/g, '-')

function mayBeAlive(name: string): boolean {
  const [host, pid, thread] = name.split('.')
  if (host !== safeHost) return true
  if (Number(pid) === process.pid) return Number(thread) !== threadId
  try {
    process.kill(Number(pid), 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

async function writeFile(
  files: ArtifactFiles,
  path: string,
  head: ArtifactHead,
  answers: AsyncIterable<Answer>,
  signal: AbortSignal,
): Promise<StagedArtifact['written']> {
  const handle = await written(async () => {
    await files.mkdir(dirname(path), { recursive: true })
    return await files.open(path, 'wx')
  })
  const hash = createHash('sha256')
  let bytes = 0
  let rowCount = 0
  try {
    const chunks = encodeArtifact(head, answers, (rows) => {
      rowCount = rows
    })
    for await (const chunk of chunks) {
      signal.throwIfAborted()
      hash.update(chunk)
      bytes += chunk.length
      await written(() => handle.writeFile(chunk))
    }
    await written(() => handle.sync())
  } finally {
    await written(() => handle.close())
  }
  return { sha256: hash.digest('hex'), bytes, rowCount }
}

async function moveIntoPlace(files: ArtifactFiles, root: string, from: string, to: string): Promise<void> {
  const folder = dirname(to)
  const firstMade = await files.mkdir(folder, { recursive: true })
  await files.rename(from, to)
  try {
    await syncFolder(files, folder)
    if (firstMade === undefined) return
    for (let above = folder; above !== root && above !== dirname(above); ) {
      above = dirname(above)
      await syncFolder(files, above)
    }
  } catch (thrown) {
    await ignoringAbsence(files.unlink(to)).catch(() => {})
    throw thrown
  }
}

async function syncFolder(files: ArtifactFiles, folder: string): Promise<void> {
  const handle = await files.open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function* readVerified(
  files: ArtifactFiles,
  path: string,
  sha256: string,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  const handle = await files.open(path, 'r').catch((cause: unknown) => {
    throw new Failure('not_found', 'The artifact is not where it was put.', { cause })
  })
  yield* verified(handle.createReadStream({ signal }), sha256)
}

/** Passes bytes on and throws at the end when they are not the ones that were stored. */
export async function* verified(bytes: AsyncIterable<Buffer>, sha256: string): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  for await (const chunk of bytes) {
    hash.update(chunk)
    yield chunk
  }
  if (hash.digest('hex') !== sha256) {
    throw new Failure('internal', 'The artifact is not the one that was stored: its sha256 differs.')
  }
}

/** What the disk refuses is the store's trouble, never the upstream's. */
async function written<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (cause) {
    if (isFailure(cause)) throw cause
    const full = cause instanceof Error && 'code' in cause && cause.code === 'ENOSPC'
    const message = full ? 'The disk is full: the artifact was not kept.' : 'The artifact cannot be written.'
    throw new Failure('store_unavailable', message, { cause })
  }
}

async function ignoringAbsence(removal: Promise<void>): Promise<void> {
  await removal.catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return
    throw error
  })
}
