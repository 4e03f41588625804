/** Puts a reply on the wire, whole or broken on the way. */

import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Clock } from '../src/core/clock.ts'
import { shortenedBody } from './altered-reply.ts'
import type { Breakage } from './faults.ts'
import type { Reply } from './host.ts'

/** A broken delivery needs the whole body first. */
const bodyBytesMax = 64 * 1024 * 1024

export interface Delivery {
  readonly response: ServerResponse
  readonly clock: Clock
  /** Aborted when the client has left. */
  readonly signal: AbortSignal
}

export async function deliver({ response, signal }: Delivery, reply: Reply): Promise<void> {
  const { body = '' } = reply
  if (typeof body !== 'string' && !(body instanceof Uint8Array)) {
    writeHead(response, reply)
    await pipeline(Readable.from(body), response, { signal })
    return
  }
  writeHead(response, reply, Buffer.byteLength(body))
  response.end(body)
}

export async function deliverBroken(delivery: Delivery, reply: Reply, breakage: Breakage): Promise<void> {
  const { response, clock, signal } = delivery
  const body = shortenedBody(breakage, await collect(reply.body ?? ''))
  if (breakage.kind === 'truncate') {
    writeHead(response, reply, body.length)
    await write(response, body.subarray(0, Math.floor(body.length * breakage.share)))
    response.socket?.destroySoon()
    return
  }
  if (breakage.kind === 'reset') {
    writeHead(response, reply, body.length)
    await write(response, body.subarray(0, Math.floor(body.length / 2)))
    response.socket?.resetAndDestroy()
    return
  }
  if (breakage.kind === 'drip') {
    writeHead(response, reply, body.length)
    for (let at = 0; at < body.length; at += breakage.bytes) {
      if (at > 0) await clock.sleep(breakage.everyMs, signal)
      await write(response, body.subarray(at, at + breakage.bytes))
    }
    response.end()
    return
  }
  await deliver(delivery, { ...reply, body })
}

function writeHead(response: ServerResponse, { status = 200, headers = {} }: Reply, length?: number): void {
  response.writeHead(status, length === undefined ? headers : { ...headers, 'content-length': length })
}

/** Resolves when the bytes have been handed to the system, so that what follows cannot overtake them. */
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
    if (bytes > bodyBytesMax) throw new RangeError(`a faulty answer may have ${bodyBytesMax} bytes`)
    parts.push(chunk)
  }
  return Buffer.concat(parts)
}
