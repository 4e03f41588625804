/** Maps SQLite result codes to failures and to problems for the operator. */

import { Failure } from '../../core/errors.ts'

const codes = {
  busy: 5,
  locked: 6,
  noMemory: 7,
  readOnly: 8,
  ioError: 10,
  corrupt: 11,
  full: 13,
  cannotOpen: 14,
  protocol: 15,
  notADatabase: 26,
}

/** Conditions of the machine or of another process, not errors in a statement. */
const unavailable: ReadonlyMap<number, string> = new Map([
  [codes.busy, 'The database is busy.'],
  [codes.locked, 'The database is busy.'],
  [codes.protocol, 'The database is busy.'],
  [codes.noMemory, 'The database ran out of memory.'],
  [codes.ioError, 'The disk failed to read or write.'],
  [codes.full, 'The disk is full.'],
  [codes.cannotOpen, 'The database file cannot be opened.'],
  [codes.corrupt, 'The database file is damaged.'],
  [codes.notADatabase, 'The database file is damaged.'],
])

export function toFailure(error: unknown): unknown {
  if (isClosed(error)) {
    return new Failure('store_unavailable', 'The database was closed.', {
      retryAfterSeconds: 1,
      cause: error,
    })
  }
  const code = primaryCode(error)
  const message = code === undefined ? undefined : unavailable.get(code)
  if (message === undefined) return error
  return new Failure('store_unavailable', message, { retryAfterSeconds: 1, cause: error })
}

export function isBusy(error: unknown): boolean {
  const code = primaryCode(error)
  return code === codes.busy || code === codes.locked || code === codes.protocol
}

export function isFull(error: unknown): boolean {
  return primaryCode(error) === codes.full
}

/** Why a file cannot be used, for the operator; undefined for other errors. */
export function openingProblem(error: unknown, path: string): string | undefined {
  switch (primaryCode(error)) {
    case codes.notADatabase:
      return `${path} is not a SQLite database: move it elsewhere, or choose another data folder`
    case codes.corrupt:
      return `${path} is damaged: restore an earlier backup`
    case codes.cannotOpen:
    case codes.readOnly:
      return `${path} cannot be opened for writing: check the permissions of its folder`
    case codes.full:
      return `${path} cannot be written: the disk is full`
    default:
      return undefined
  }
}

/** An error as sent between threads: structured cloning would drop the code. */
export interface PlainError {
  readonly name: string
  readonly message: string
  readonly errcode: number | undefined
}

export function toPlainError(error: unknown): PlainError {
  const { name, message } = error instanceof Error ? error : { name: 'Error', message: String(error) }
  return { name, message, errcode: extendedCode(error) }
}

export function fromPlainError(plain: PlainError): Error {
  const error = plain.name === 'TypeError' ? new TypeError(plain.message) : new Error(plain.message)
  return plain.errcode === undefined ? error : Object.assign(error, { errcode: plain.errcode })
}

/** A request outlived the store during shutdown. */
function isClosed(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_INVALID_STATE'
}

function primaryCode(error: unknown): number | undefined {
  const code = extendedCode(error)
  return code === undefined ? undefined : code & 0xff
}

function extendedCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error)) return undefined
  return typeof error.errcode === 'number' ? error.errcode : undefined
}
