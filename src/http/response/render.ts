/** Renders a reply once; the request id and the time are inserted when it is sent. */

import { toCsv } from '../../core/text/csv.ts'
import type { Reply } from '../reply.ts'
import { type Representation, representations } from '../request/media-types.ts'
import { encodeList, encodeText } from './encode-text.ts'
import { toGeoJson } from './geojson.ts'

export interface RenderedReply {
  readonly status: number
  readonly type: string
  /** Text has one character per byte. */
  readonly prefix: string | Buffer
  /** One character per byte. */
  readonly suffix: string
  /** Whether the request id and the time go between prefix and suffix. */
  readonly hasMetaSlot: boolean
}

/** `columns` are the fields of a row, for CSV; `encodeRows` is that of the route. */
export function renderReply(
  reply: Reply,
  representation: Representation,
  columns: readonly string[] = [],
  encodeRows = encodeList,
): RenderedReply {
  const status = reply.status ?? 200
  if (reply.body) return fixedBody(status, reply.body.type, reply.body.content)
  if (representation === 'ndjson' && reply.rows) {
    return fixedBody(status, representations.ndjson, reply.rows.map((row) => `${row}\n`).join(''))
  }
  if (representation === 'csv' && reply.rows) {
    return fixedBody(status, representations.csv, toCsv(reply.rows, columns))
  }
  if (representation === 'geojson' && reply.rows)
    return fixedBody(status, representations.geojson, toGeoJson(reply.rows))
  if (representation === 'atom' && reply.feed) return fixedBody(status, representations.atom, reply.feed())
  const beforeId = `${toMembers(reply.extra)},"meta":{"request_id":"`
  const meta = toMembers({ credits_charged: 0, ...reply.meta })
  return {
    status,
    type: representations.json,
    prefix: reply.rows
      ? encodeRows('{"data":[', reply.rows, `]${beforeId}`)
      : encodeText(`{"data":${reply.data ?? 'null'}${beforeId}`),
    suffix: toBytesText(`"${meta}}}`),
    hasMetaSlot: true,
  }
}

/** The whole body of a reply whose data is streamed. */
export async function* renderStream(
  { stream, extra, meta }: Reply & { readonly stream: AsyncIterable<string> },
  requestId: string,
  generatedAt: string,
): AsyncGenerator<string> {
  yield '{"data":'
  yield* stream
  const members = toMembers({ credits_charged: 0, ...meta })
  yield `${toMembers(extra)},"meta":{"request_id":"${metaSlotText(requestId, generatedAt)}"${members}}}`
}

/** Both values are generated or checked by the server and need no escaping. */
export function metaSlotText(requestId: string, generatedAt: string): string {
  return `${requestId}","generated_at":"${generatedAt}`
}

export function fixedBody(status: number, type: string, body: string | Buffer): RenderedReply {
  return { status, type, prefix: Buffer.from(body), suffix: '', hasMetaSlot: false }
}

function toBytesText(text: string): string {
  const encoded = encodeText(text)
  return typeof encoded === 'string' ? encoded : encoded.toString('latin1')
}

function toMembers(values: Readonly<Record<string, unknown>> | undefined): string {
  if (!values) return ''
  const text = JSON.stringify(values)
  return text === '{}' ? '' : `,${text.slice(1, -1)}`
}
