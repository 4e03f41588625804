/** Turns a reply into bytes once; the request id and the time are put in between when it is sent. */

import type { Reply } from '../reply.ts'
import { toCsv } from './csv.ts'
import { type Representation, representations } from './representation.ts'

/** `middle` false: `before` is the whole body. Otherwise id and time go between `before` and `after`. */
export interface RenderedReply {
  readonly status: number
  readonly type: string
  readonly prefix: Buffer
  readonly suffix: Buffer
  readonly hasMetaSlot: boolean
}

/** `columns`: the fields of a row, for CSV. */
export function renderReply(
  reply: Reply,
  representation: Representation,
  columns: readonly string[] = [],
): RenderedReply {
  const status = reply.status ?? 200
  if (reply.body) return fixedBody(status, reply.body.type, reply.body.content)
  if (representation === 'ndjson' && reply.rows) {
    return fixedBody(status, representations.ndjson, reply.rows.map((row) => `${row}\n`).join(''))
  }
  if (representation === 'csv' && reply.rows) {
    return fixedBody(status, representations.csv, toCsv(reply.rows, columns))
  }
  if (representation === 'atom' && reply.feed) return fixedBody(status, representations.atom, reply.feed())
  const data = reply.rows ? `[${reply.rows.join(',')}]` : (reply.data ?? 'null')
  const beside = toMembers(reply.extra)
  const meta = toMembers({ credits_charged: 0, ...reply.meta })
  return {
    status,
    type: representations.json,
    prefix: Buffer.from(`{"data":${data}${beside},"meta":{"request_id":"`),
    suffix: Buffer.from(`"${meta}}}`),
    hasMetaSlot: true,
  }
}

/** The whole body of a reply whose data comes in pieces. */
export async function* renderStream(
  { stream, extra, meta }: Reply & { readonly stream: AsyncIterable<string> },
  requestId: string,
  generatedAt: string,
): AsyncGenerator<string> {
  yield '{"data":'
  yield* stream
  const tail = toMembers({ credits_charged: 0, ...meta })
  yield `${toMembers(extra)},"meta":{"request_id":"${metaSlotText(requestId, generatedAt)}"${tail}}}`
}

/** What follows `before`. */
export function renderSuffix(rendered: RenderedReply, requestId: string, generatedAt: string): Buffer {
  if (!rendered.hasMetaSlot) return rendered.suffix
  return Buffer.concat([Buffer.from(metaSlotText(requestId, generatedAt), 'latin1'), rendered.suffix])
}

/** Both values are of our own making and need no escaping. */
export function metaSlotText(requestId: string, generatedAt: string): string {
  return `${requestId}","generated_at":"${generatedAt}`
}

const emptyBuffer = Buffer.alloc(0)

function fixedBody(status: number, type: string, body: string | Buffer): RenderedReply {
  return { status, type, prefix: Buffer.from(body), suffix: emptyBuffer, hasMetaSlot: false }
}

function toMembers(values: Readonly<Record<string, unknown>> | undefined): string {
  if (!values) return ''
  const text = JSON.stringify(values)
  return text === '{}' ? '' : `,${text.slice(1, -1)}`
}
