/** What can be wrong with a response, as data. */

import { Failure } from '../../../src/core/errors.ts'
import { classifyError, type DecodedResponse } from '../../../src/core/outbound/classify-response.ts'
import type { Recording } from './sandbox-upstream.ts'

export interface Fault {
  readonly name: string
  /** Whether the response looks right: what it adds cannot be told from the truth, and what two of them lack is gone. */
  readonly looksRight?: true
  /** Whether the response refuses access; `gone`: it also says that what was requested does not exist. */
  readonly refusal?: 'blocked' | 'gone'
  /** Undefined if the fault does not apply to this response. */
  apply(reply: DecodedResponse, others: readonly Recording[]): DecodedResponse | Error | undefined
}

const html = { 'content-type': 'text/html; charset=utf-8' }
const json = { 'content-type': 'application/json' }
const errorPage =
  '<!doctype html><html><head><title>We will be right back</title></head><body><h1>Something went wrong</h1></body></html>'

export const faults: readonly Fault[] = [
  { name: 'refused', apply: () => connectionError('ECONNREFUSED') },
  { name: 'hang', apply: () => new Failure('upstream_unavailable', 'The source did not respond in time.') },
  status(429),
  { ...status(429, { 'retry-after': '30' }), name: '429-retry-after' },
  { ...status(403), refusal: 'blocked' },
  { ...status(404), refusal: 'gone' },
  status(500),
  status(503),
  {
    name: 'redirect',
    refusal: 'gone',
    apply: () => ({ status: 302, headers: { location: 'https://elsewhere.example/' }, body: '' }),
  },
  body('empty-body', () => ''),
  { ...body('empty-list', (text) => withShorterLists(text, 0)), looksRight: true },
  { ...body('shrunk-list', (text) => withShorterLists(text, 0.6)), looksRight: true },
  body('truncated', (text) => text.slice(0, Math.floor(text.length * 0.6))),
  {
    name: 'foreign',
    looksRight: true,
    apply: (reply, others) => {
      const other = others.at(-1)
      return other && { ...reply, body: other.body }
    },
  },
  body('wrong-types', (text) => mapJson(text, withWrongTypes)),
  body('duplicated', (text) => mapJson(text, withDoubledLists)),
  { name: 'error-page', apply: () => ({ status: 200, headers: html, body: errorPage }) },
  {
    name: 'error-json',
    apply: () => ({
      status: 200,
      headers: json,
      body: '{"error":{"code":"internal_error","message":"Something went wrong."}}',
    }),
  },
]

function status(code: number, headers: Readonly<Record<string, string>> = {}): Fault {
  return {
    name: String(code),
    apply: () => ({ status: code, headers: { ...html, ...headers }, body: `<h1>${code}</h1>` }),
  }
}

function body(name: string, change: (text: string) => string | undefined): Fault {
  return {
    name,
    apply(reply) {
      const changed = reply.status === 200 ? change(reply.body) : undefined
      return changed === undefined || changed === reply.body ? undefined : { ...reply, body: changed }
    },
  }
}

function connectionError(code: string): Error {
  return classifyError(Object.assign(new Error(code), { code })).failure
}

/** Elements that repeat in feeds and pages. */
const rowElements = ['position', 'item', 'url', 'sitemap', 'li', 'tr'] as const

function withShorterLists(text: string, share: number): string | undefined {
  const shorter = mapJson(text, (value) =>
    mapOuterLists(value, (list) => list.slice(0, Math.floor(list.length * share))),
  )
  return shorter ?? withFewerElements(text, share)
}

function withFewerElements(text: string, share: number): string | undefined {
  const name = rowElements.find((element) => text.includes(`<${element}>`) || text.includes(`<${element} `))
  if (name === undefined) return undefined
  const rows = [...text.matchAll(new RegExp(`<${name}(?: [^>]*)?>.*?</${name}>`, 'gs'))]
  const keep = Math.floor(rows.length * share)
  let shorter = text
  for (const row of rows.slice(keep).reverse())
    shorter = shorter.slice(0, row.index) + shorter.slice(row.index + row[0].length)
  return shorter
}

function withWrongTypes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withWrongTypes)
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, withWrongTypes(field)]))
  if (typeof value === 'string') return 7
  return typeof value === 'number' ? 'seven' : value === null ? null : 'maybe'
}

function withDoubledLists(value: unknown): unknown {
  return mapOuterLists(value, (list) => [...list, ...list])
}

/** Changes the outermost lists only. */
function mapOuterLists(value: unknown, change: (list: readonly unknown[]) => unknown): unknown {
  if (Array.isArray(value)) return change(value)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, mapOuterLists(field, change)]))
}

/** The body as JSON, or the JSON in the scripts of a page. Undefined if there is none. */
function mapJson(text: string, change: (value: unknown) => unknown): string | undefined {
  const whole = tryChange(text, change)
  if (whole !== undefined) return whole
  let isChanged = false
  const page = text.replaceAll(/(<script[^>]*json[^>]*>)(.*?)(<\/script>)/gs, (all, start, script, end) => {
    const changed = tryChange(script, change)
    if (changed === undefined) return all
    isChanged = true
    return `${start}${changed}${end}`
  })
  return isChanged ? page : undefined
}

function tryChange(text: string, change: (value: unknown) => unknown): string | undefined {
  try {
    return JSON.stringify(change(JSON.parse(text)))
  } catch {
    return undefined
  }
}
