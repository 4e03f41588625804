/** Turns a reply into bytes once; the request id and the time are put in between when it is sent. */

import type { Reply } from '../reply.ts'
import { toCsv } from './csv.ts'
import { type Representation, representations } from './representation.ts'

/** `middle` false: `before` is the whole body. Otherwise id and time go between `before` and `after`. */
export interface Rendered {
  readonly status: number
  readonly type: string
  readonly before: Buffer
  readonly after: Buffer
  readonly middle: boolean
}

/** `columns`: the fields of a row, for CSV. */
export function render(
  reply: Reply,
  representation: Representation,
  columns: readonly string[] = [],
): Rendered {
  const status = reply.status ?? 200
  if (reply.whole) return whole(status, reply.whole.type, reply.whole.body)
  if (representation === 'ndjson' && reply.rows) {
    return whole(status, representations.ndjson, reply.rows.map((row) => `${row}\n`).join(''))
  }
  if (representation === 'csv' && reply.rows) {
    return whole(status, representations.csv, toCsv(reply.rows, columns))
  }
  if (representation === 'atom' && reply.feed) return whole(status, representations.atom, reply.feed())
  const data = reply.rows ? `[${reply.rows.join(',')}]` : (reply.data ?? 'null')
  const beside = members(reply.beside)
  const meta = members({ credits_charged: 0, ...reply.meta })
  return {
    status,
    type: representations.json,
    before: Buffer.from(`{"data":${data}${beside},"meta":{"request_id":"`),
    after: Buffer.from(`"${meta}}}`),
    middle: true,
  }
}

/** The whole body of a reply whose data comes in pieces. */
export async function* inPieces(
  { pieces, beside, meta }: Reply & { readonly pieces: AsyncIterable<string> },
  requestId: string,
  generatedAt: string,
): AsyncGenerator<string> {
  yield '{"data":'
  yield* pieces
  const tail = members({ credits_charged: 0, ...meta })
  yield `${members(beside)},"meta":{"request_id":"${middleText(requestId, generatedAt)}"${tail}}}`
}

/** What follows `before`. */
export function tailOf(rendered: Rendered, requestId: string, generatedAt: string): Buffer {
  if (!rendered.middle) return rendered.after
  return Buffer.concat([Buffer.from(middleText(requestId, generatedAt), 'latin1'), rendered.after])
}

/** Both values are of our own making and need no escaping. */
export function middleText(requestId: string, generatedAt: string): string {
  return `${requestId}","generated_at":"${generatedAt}`
}

const nothing = Buffer.alloc(0)

function whole(status: number, type: string, body: string | Buffer): Rendered {
  return { status, type, before: Buffer.from(body), after: nothing, middle: false }
}

function members(values: Readonly<Record<string, unknown>> | undefined): string {
  if (!values) return ''
  const text = JSON.stringify(values)
  return text === '{}' ? '' : `,${text.slice(1, -1)}`
}
