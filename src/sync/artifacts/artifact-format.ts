/**
 * The format of an artifact: NDJSON compressed with zstd, a head and then one line per response. A body that is JSON in
 * one line is the last field as it is, `json`; any other is the text `body`. Older artifacts are compressed with gzip.
 */

import { constants as bufferLimits } from 'node:buffer'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { constants, createGunzip, createZstdCompress, createZstdDecompress, zstdCompress } from 'node:zlib'
import { Type } from 'typebox'
import { Failure } from '../../core/errors.ts'
import { typeGuard } from '../../core/type-guard.ts'
import type { UpstreamResponse } from '../source.ts'

/** Says whose responses these are; enough to import the file on another machine. */
export interface ArtifactHead {
  readonly service: string
  readonly sourceId: string
  readonly memberId: string
  readonly runId: string
  /** Milliseconds since the epoch. The mapping takes it for the current time. */
  readonly capturedAt: number
  /** `live`: responses to a live request for part of the member. Default: the whole member. */
  readonly type?: 'live'
}

/** An endless upstream must not fill the disk. */
const responsesMax = 20_000
const bytesMax = 2 * 1024 ** 3

/** Bytes that are compressed at once, and that are written at once of a long artifact. */
const blockBytes = 1024 ** 2
const compressedBytes = 256 * 1024

/** All blocks are one frame, because Node reads no second one. A single block needs no stream. */
export async function* encodeArtifact(
  head: ArtifactHead,
  responses: AsyncIterable<UpstreamResponse>,
  onRow: (rows: number) => void,
): AsyncGenerator<Buffer> {
  const blocks = toBlocks(head, responses, onRow)
  const { value: first = Buffer.alloc(0) } = await blocks.next()
  if (first.length < blockBytes) return yield await compress(first, zstdOptions)
  const compressor = createZstdCompress({ ...zstdOptions, chunkSize: compressedBytes })
  const pumped = pipeline(async function* () {
    yield first
    yield* blocks
  }, compressor)
  pumped.catch(() => {})
  yield* compressor
  await pumped
}

/** All but the last have at least `blockBytes`. */
async function* toBlocks(
  head: ArtifactHead,
  responses: AsyncIterable<UpstreamResponse>,
  onRow: (rows: number) => void,
): AsyncGenerator<Buffer> {
  let block = [toJson({ artifact: 1, ...head }), newline]
  let waitingBytes = 0
  let rows = 0
  let bytes = 0
  for await (const response of responses) {
    rows += 1
    bytes += response.body.length
    if (rows > responsesMax || bytes > bytesMax) {
      throw new Failure(
        'upstream_changed',
        `The source returned too much data: at most ${responsesMax} responses and ${bytesMax} bytes are stored.`,
      )
    }
    onRow(rows)
    for (const part of toLine(response)) {
      block.push(part)
      waitingBytes += part.length
    }
    if (waitingBytes < blockBytes) continue
    yield Buffer.concat(block)
    block = []
    waitingBytes = 0
  }
  if (block.length > 0) yield Buffer.concat(block)
}

const compress = promisify(zstdCompress)
const zstdOptions = { params: { [constants.ZSTD_c_checksumFlag]: 1 } }

/** A buffer of its own: to append it to a long text would copy the text. */
const newline = Buffer.from('\n')

function toJson(value: object): Buffer {
  return Buffer.from(JSON.stringify(value))
}

const jsonField = ',"json":'
const lineEnd = Buffer.from('}\n')

/** To encode JSON as a text would escape each of its quotes. */
function toLine({ kind, url, fetchedAt, body, bytes }: UpstreamResponse): Buffer[] {
  const looksLikeJson = (body.startsWith('{') || body.startsWith('[')) && !body.includes('\n')
  // Half characters exist only in escaped form.
  if (!looksLikeJson || !(bytes || body.isWellFormed()))
    return [toJson({ kind, url, fetchedAt, body }), newline]
  const fields = JSON.stringify({ kind, url, fetchedAt }).slice(0, -1)
  return [Buffer.from(fields + jsonField), bytes ?? Buffer.from(body), lineEnd]
}

/** Whatever looked like JSON is returned as it was: it is not parsed here. */
function parseResponse(line: string): unknown {
  // Within a text, quotes are escaped.
  const at = line.indexOf(jsonField)
  if (at < 0 || !line.endsWith('}')) return parseLine(line)
  const fields = parseLine(`${line.slice(0, at)}}`)
  return fields instanceof Object ? { ...fields, body: line.slice(at + jsonField.length, -1) } : fields
}

export interface DecodedArtifact {
  readonly head: ArtifactHead
  readonly responses: AsyncIterable<UpstreamResponse>
}

/** Throws `invalid_request` for bytes that are not an artifact. */
export async function decodeArtifact(bytes: AsyncIterable<Uint8Array>): Promise<DecodedArtifact> {
  const lines = splitLines(decompress(bytes))
  const first = await lines.next()
  const head = parseLine(first.done ? '' : first.value)
  if (!isArtifactHead(head)) throw invalidArtifact()
  return { head, responses: toResponses(lines) }
}

async function* toResponses(lines: AsyncGenerator<string>): AsyncGenerator<UpstreamResponse> {
  for await (const line of lines) {
    const response = parseResponse(line)
    if (!isUpstreamResponse(response)) throw invalidArtifact()
    yield response
  }
}

const zstdMagic = Buffer.of(0x28, 0xb5, 0x2f, 0xfd)

async function* decompress(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const { start, all } = await readStart(bytes)
  const decompressor = zstdMagic.equals(start) ? createZstdDecompress() : createGunzip()
  let received = 0
  const pumped = pipeline(async function* () {
    for await (const chunk of all) {
      received += chunk.length
      yield chunk
    }
  }, decompressor)
  pumped.catch(() => {})
  try {
    yield* decompressor
    await pumped
  } catch (cause) {
    if (/^Z_|^ZSTD_/.test(String((cause as NodeJS.ErrnoException).code))) throw invalidArtifact(cause)
    throw cause
  }
  // Whatever follows the first frame would be lost.
  if (decompressor.bytesWritten !== received) throw invalidArtifact()
}

/** The first four bytes, and all of them. */
async function readStart(
  bytes: AsyncIterable<Uint8Array>,
): Promise<{ readonly start: Buffer; readonly all: AsyncIterable<Uint8Array> }> {
  const chunks = bytes[Symbol.asyncIterator]()
  let start = Buffer.alloc(0)
  while (start.length < zstdMagic.length) {
    const { done, value } = await chunks.next()
    if (done) break
    start = Buffer.concat([start, value])
  }
  const read = start
  const all = async function* () {
    yield read
    yield* { [Symbol.asyncIterator]: () => chunks }
  }
  return { start: start.subarray(0, zstdMagic.length), all: all() }
}

/**
 * `node:readline` also splits at U+2028, which JSON does not escape. A line has at most as many bytes as a text may have
 * characters: a few kilobytes can decompress to one line that fills the memory.
 */
export async function* splitLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let parts: Buffer[] = []
  let lineBytes = 0
  let total = 0
  for await (const chunk of chunks) {
    total += chunk.length
    lineBytes += chunk.length
    if (total > 2 * bytesMax || lineBytes > bufferLimits.MAX_STRING_LENGTH) throw invalidArtifact()
    let start = 0
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
      parts.push(chunk.subarray(start, end))
      yield Buffer.concat(parts).toString('utf8')
      parts = []
      start = end + 1
      lineBytes = chunk.length - start
    }
    if (start < chunk.length) parts.push(chunk.subarray(start))
  }
  if (parts.length > 0) throw invalidArtifact()
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch (cause) {
    throw invalidArtifact(cause)
  }
}

function invalidArtifact(cause?: unknown): Failure {
  return new Failure('invalid_request', 'This is not a complete artifact.', { cause })
}

const isArtifactHead = typeGuard(
  Type.Object({
    artifact: Type.Literal(1),
    service: Type.String(),
    sourceId: Type.String(),
    memberId: Type.String(),
    runId: Type.String(),
    capturedAt: Type.Number(),
    type: Type.Optional(Type.Literal('live')),
  }),
)

const isUpstreamResponse = typeGuard(
  Type.Object({ kind: Type.String(), url: Type.String(), fetchedAt: Type.Number(), body: Type.String() }),
)
