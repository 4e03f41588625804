/** A file as a response, or the part of it that a request asks for (RFC 9110, 14). */

import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { Failure } from '../../core/errors.ts'
import type { Reply, ReplyFile } from '../reply.ts'
import { isNotModified } from './freshness.ts'
import { fixedBody } from './render.ts'
import { bodylessEntry, createEntry, type ResponseEntry } from './response-entry.ts'

export interface FilePart {
  readonly file: ReplyFile
  readonly start: number
  readonly length: number
}

/** Throws `range_not_satisfiable`. */
export function toFileResponse(
  { method, headers: request }: Pick<IncomingMessage, 'method' | 'headers'>,
  { headers: { 'cache-control': cacheControl = 'no-store', ...headers } = {} }: Reply,
  file: ReplyFile,
): { readonly entry: ResponseEntry; readonly file?: FilePart } {
  const { etag, bytes, type } = file
  if (isNotModified(request['if-none-match'], etag))
    return { entry: bodylessEntry(304, { cacheControl, etag }) }
  // Ranges are of `GET` only (RFC 9110, 14.2).
  const part = etag === undefined || method !== 'GET' ? undefined : requestedPart(request, etag, bytes)
  const entry = createEntry(fixedBody(part === undefined ? 200 : 206, type, ''), {
    cacheControl,
    etag,
    headers: {
      ...headers,
      'accept-ranges': etag === undefined ? 'none' : 'bytes',
      ...(part && { 'content-range': `bytes ${part.start}-${part.start + part.length - 1}/${bytes}` }),
    },
  })
  return { entry, file: { file, ...(part ?? { start: 0, length: bytes }) } }
}

/** Undefined for all of it. Several parts at once are not offered, and then all of it is sent, as the standard allows. */
function requestedPart(
  { range, 'if-range': ifRange }: IncomingHttpHeaders,
  etag: string,
  bytes: number,
): { readonly start: number; readonly length: number } | undefined {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range ?? '') ?? []
  if (from === '' && to === '') return undefined
  if (ifRange !== undefined && ifRange !== etag) return undefined
  const start = from === '' ? Math.max(0, bytes - Number(to)) : Number(from)
  const end = from === '' || to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1)
  if (from !== '' && to !== '' && Number(to) < start) return undefined
  if (start >= bytes || end < start)
    throw new Failure('range_not_satisfiable', `The file has ${bytes} bytes.`, {
      details: { bytes },
      headers: { 'content-range': `bytes */${bytes}` },
    })
  return { start, length: end - start + 1 }
}
