/** Turns a reply into bytes once; the request id and the time are put in between when it is sent. */

import { stringify } from 'csv-stringify/sync'
import { type Representation, representations } from './negotiate.ts'
import type { Reply } from './reply.ts'

/** `middle` false: `before` is the whole body. Otherwise id and time go between `before` and `after`. */
export interface Rendered {
  readonly status: number
  readonly type: string
  readonly before: Buffer
  readonly after: Buffer
  readonly middle: boolean
}

const nothing = Buffer.alloc(0)

export function render(reply: Reply, representation: Representation): Rendered {
  const status = reply.status ?? 200
  if (reply.whole) {
    return {
      status,
      type: reply.whole.type,
      before: Buffer.from(reply.whole.body),
      after: nothing,
      middle: false,
    }
  }
  if (representation === 'ndjson' && reply.rows) {
    const body = reply.rows.length === 0 ? '' : `${reply.rows.join('\n')}\n`
    return { status, type: representations.ndjson, before: Buffer.from(body), after: nothing, middle: false }
  }
  if (representation === 'csv' && reply.rows) {
    return {
      status,
      type: representations.csv,
      before: Buffer.from(toCsv(reply.rows)),
      after: nothing,
      middle: false,
    }
  }
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

/** What stands between `before` and `after`: both values are of our own making and need no escaping. */
export function middleText(requestId: string, generatedAt: string): string {
  return `${requestId}","generated_at":"${generatedAt}`
}

function members(values: Readonly<Record<string, unknown>> | undefined): string {
  if (!values) return ''
  const text = JSON.stringify(values)
  return text === '{}' ? '' : `,${text.slice(1, -1)}`
}

/** One column per top-level field, in the order they first appear; what is nested stays JSON. */
function toCsv(rows: readonly string[]): string {
  const records = rows.map((row) => JSON.parse(row) as Record<string, unknown>)
  const columns = [...new Set(records.flatMap((record) => Object.keys(record)))]
  const cells = records.map((record) => columns.map((column) => toCell(record[column])))
  return stringify([columns, ...cells], { escape_formulas: true, record_delimiter: 'windows' })
}

function toCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
