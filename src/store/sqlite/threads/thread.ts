/** The program of a database thread: one connection, one statement at a time, in order of arrival. */

import { parentPort, workerData } from 'node:worker_threads'
import type { SqlValue } from '../../sql-value.ts'
import { type DatabaseFile, SqliteConnection, type StatementResult } from '../connection.ts'
import { type PlainError, toPlainError } from '../errors.ts'

export interface ThreadSettings {
  readonly file: DatabaseFile
  readonly readOnly: boolean
}

export type ThreadRequest =
  | { readonly id: number; readonly kind: 'run'; readonly sql: string; readonly values: readonly SqlValue[] }
  | {
      readonly id: number
      readonly kind: 'each'
      readonly sql: string
      readonly rows: readonly (readonly SqlValue[])[]
    }
  | { readonly id: number; readonly kind: 'close' }

export type ThreadResult = StatementResult | number | null

export type ThreadReply =
  | { readonly id: number; readonly result: ThreadResult }
  | { readonly id: number; readonly error: PlainError }

const settings: ThreadSettings = workerData
const port = parentPort
let connection: SqliteConnection | undefined

port?.on('message', (request: ThreadRequest) => {
  port.postMessage(handle(request))
  if (request.kind === 'close') port.close()
})

function handle(request: ThreadRequest): ThreadReply {
  try {
    return { id: request.id, result: perform(request) }
  } catch (error) {
    return { id: request.id, error: toPlainError(error) }
  }
}

function perform(request: ThreadRequest): ThreadResult {
  if (request.kind === 'close') {
    connection?.close()
    return null
  }
  connection ??= new SqliteConnection(settings.file, settings.readOnly)
  if (request.kind === 'each') return connection.runMany(request.sql, request.rows)
  return connection.run(request.sql, request.values)
}
