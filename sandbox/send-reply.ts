/** Sends a reply, with or without a fault. */

import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Clock } from '../src/core/clock.ts'
import type { ReplyFault } from './faults/faults.ts'
import { shortenedBody } from './faults/faulty-reply.ts'
import type { Reply } from './host.ts'

/** A fault needs the complete body in memory. */
const bodyBytesMax = 64 * 1024 * 1024

export interface Connection {
  readonly response: ServerResponse
  readonly clock: Clock
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal
}

export async function sendReply({ response, signal }: Connection, reply: Reply): Promise<void> {
  const { body = '' } = reply
  if (typeof body !== 'string' && !(body instanceof Uint8Array)) {
    writeHead(response, reply)
    await pipeline(Readable.from(body), response, { signal })
    return
  }
  // A 304 has the headers of the response that it stands for, and no body.
  writeHead(response, reply, reply.status === 304 ? undefined : Buffer.byteLength(body))
  response.end(body)
}

export async function sendFaultyReply(
  connection: Connection,
  reply: Reply,
  fault: ReplyFault,
): Promise<void> {
  const { response, clock, signal } = connection
  const body = shortenedBody(fault, await collect(reply.body ?? ''))
  if (fault.kind === 'truncate') {
    writeHead(response, reply, body.length)
    await write(response, body.subarray(0, Math.floor(body.length * fault.share)))
    response.socket?.destroySoon()
    return
  }
  if (fault.kind === 'reset') {
    writeHead(response, reply, body.length)
    await write(response, body.subarray(0, Math.floor(body.length / 2)))
    response.socket?.resetAndDestroy()
    return
  }
  if (fault.kind === 'drip') {
    writeHead(response, reply, body.length)
    for (let at = 0; at < body.length; at += fault.bytes) {
      if (at > 0) await clock.sleep(fault.everyMs, signal)
      await write(response, body.subarray(at, at + fault.bytes))
    }
    response.end()
    return
  }
  await sendReply(connection, { ...reply, body })
}

function writeHead(response: ServerResponse, { status = 200, headers = {} }: Reply, length?: number): void {
  response.writeHead(status, length === undefined ? headers : { ...headers, 'content-length': length })
}

/** Resolves when the bytes have been passed to the system, so that nothing overtakes them. */
async function write(response: ServerResponse, bytes: Uint8Array): Promise<void> {
  if (bytes.length === 0) {
    response.flushHeaders()
    return
  }
  await new Promise<void>((resolve, reject) => {
    response.write(bytes, (error) => (error == null ? resolve() : reject(error)))
  })
}

async function collect(body: NonNullable<Reply['body']>): Promise<Buffer> {
  if (typeof body === 'string' || body instanceof Uint8Array) return Buffer.from(body)
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of body) {
    const chunk = Buffer.from(part)
    bytes += chunk.length
    if (bytes > bodyBytesMax) throw new RangeError(`a body with a fault is limited to ${bodyBytesMax} bytes`)
    parts.push(chunk)
  }
  return Buffer.concat(parts)
}
