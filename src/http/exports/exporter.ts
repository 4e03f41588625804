/** How the routes of exports have a file written; the program around the HTTP server knows in which thread. */

import type { Principal } from '../access-control.ts'
import type { ExportFormat } from './export-format.ts'

export interface ExportRequest {
  /** The id of the service that is mounted. */
  readonly service: string
  /** The id of the route of the list. */
  readonly list: string
  readonly params: Readonly<Record<string, unknown>>
  readonly query: Readonly<Record<string, unknown>>
  readonly format: ExportFormat
  readonly nowMs: number
}

/** Disposing removes the file. */
export interface ExportedList extends AsyncDisposable {
  readonly path: string
  readonly rows: number
  readonly bytes: number
  readonly sha256: string
  /** The position of the snapshot in the change log; undefined for what has no log. */
  readonly changesAfter: string | undefined
}

export interface Exporter {
  /** Credits per export. */
  readonly price: number
  /** How long a request may wait for its file. */
  readonly timeoutMs: number
  /** Throws `overloaded` if too many wait, `export_too_large`, and what the list throws. */
  write(request: ExportRequest, principal: Principal, signal: AbortSignal): Promise<ExportedList>
}
