/**
 * The format of an artifact: gzipped NDJSON, a head and then one line per response. A body that is JSON in one line is the
 * last field as it is, `json`; any other is the text `body`.
 */

import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { createGunzip, gzip } from 'node:zlib'
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

/** Bytes that are compressed at once. */
const blockBytes = 1024 ** 2

/** Each block is a gzip file of its own; joined together, they are one. */
export async function* encodeArtifact(
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
    yield await compress(Buffer.concat(block))
    block = []
    waitingBytes = 0
  }
  if (block.length > 0) yield await compress(Buffer.concat(block))
}

const compress = promisify(gzip)

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
  const lines = splitLines(gunzip(bytes))
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

async function* gunzip(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const unzip = createGunzip()
  const pumped = pipeline(bytes, unzip)
  pumped.catch(() => {})
  try {
    yield* unzip
    await pumped
  } catch (cause) {
    if (String((cause as NodeJS.ErrnoException).code).startsWith('Z_')) throw invalidArtifact(cause)
    throw cause
  }
}

/** `node:readline` also splits at U+2028, which JSON does not escape. */
async function* splitLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let parts: Buffer[] = []
  let total = 0
  for await (const chunk of chunks) {
    total += chunk.length
    if (total > 2 * bytesMax) throw invalidArtifact()
    let start = 0
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
      parts.push(chunk.subarray(start, end))
      yield Buffer.concat(parts).toString('utf8')
      parts = []
      start = end + 1
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
