/** Records the requests of a source and compares them with a table; can send them as an earlier version did. */

import assert from 'node:assert/strict'
import type { Outbound, OutboundRequest } from '../../../src/core/outbound/outbound.ts'

export interface SentRequest {
  /** Method, URL and query as text: `GET https://host/path?query`. */
  readonly request: string
  /** Those that the adapter sets. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

/** A row of a request table. `{…}` in the request stands for an id. */
export interface RequestRow {
  readonly request: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** Who sends or documents this request. */
  readonly evidence: string
}

export function get(url: string, evidence: string, headers?: Readonly<Record<string, string>>): RequestRow {
  return { request: `GET ${url}`, evidence, ...(headers === undefined ? {} : { headers }) }
}

/** What an earlier version sent instead. */
export type Rewrite = (url: string, request: OutboundRequest) => readonly [string, OutboundRequest]

export function recordRequests(
  http: Outbound,
  rewrite: Rewrite = (url, request) => [url, request],
): { readonly http: Outbound; readonly sent: readonly SentRequest[] } {
  const sent: SentRequest[] = []
  return {
    sent,
    http: {
      async request(url, request) {
        const [address, changed] = rewrite(url, request)
        const { method = 'GET', headers = {}, body } = changed
        sent.push({ request: `${method} ${address}`, headers, body })
        return await http.request(address, changed)
      },
    },
  }
}

/** Every request is in the table, and every row was sent. */
export function assertRequests(sent: readonly SentRequest[], table: readonly RequestRow[]): void {
  const unsent = new Set(table)
  for (const { request, headers, body } of sent) {
    const row = table.find((one) => isSame(one.request, request) && isSame(one.body ?? '', body ?? ''))
    assert.ok(row, `not in the table: ${request} ${body ?? ''}`)
    assert.deepEqual(headers, row.headers ?? {}, request)
    unsent.delete(row)
  }
  assert.deepEqual(
    [...unsent].map(({ request }) => request),
    [],
    'rows that were not sent',
  )
  for (const { request, evidence } of table)
    assert.notEqual(evidence.trim(), '', `${request} has no evidence`)
}

function isSame(pattern: string, text: string): boolean {
  const source = pattern.split('{…}').map(RegExp.escape).join('[^/?&"]+')
  return new RegExp(`^${source}$`).test(text)
}
