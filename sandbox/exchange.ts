/** One HTTP request to the sandbox, from its arrival to the last byte of the answer. */

import type { IncomingMessage, ServerResponse } from 'node:http'
import { replacementReply } from './altered-reply.ts'
import { type Delivery, deliver, deliverBroken } from './delivery.ts'
import type { Strike } from './faults.ts'
import { type Incoming, type Reply, text } from './host.ts'
import { arrive, type Internet } from './internet.ts'
import type { Router } from './router.ts'

/** A form of 131,072 characters that take nine bytes each, and its other fields. */
const bodyBytesMax = 2 * 1024 * 1024

export async function exchange(
  internet: Internet,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const left = new AbortController()
  response.once('close', () => left.abort())
  const delivery: Delivery = { response, clock: internet.clock, signal: left.signal }
  try {
    const arrival = arrive(internet, message, left.signal)
    if (arrival.refusal !== undefined) await deliver(delivery, arrival.refusal)
    else await answer(delivery, arrival.strike, () => replyOf(message, arrival.incoming, arrival.found.route))
  } catch (error) {
    if (!left.signal.aborted) await deliverDefect(delivery, error)
  }
}

async function answer(delivery: Delivery, strike: Strike, reply: () => Promise<Reply>): Promise<void> {
  const { response, clock, signal } = delivery
  const { latencyMs, breakage } = strike
  if (latencyMs > 0) await clock.sleep(latencyMs, signal)
  if (breakage === undefined) return deliver(delivery, await reply())
  if (breakage.kind === 'hang') return
  if (breakage.kind === 'reset' && breakage.when === 'before') {
    response.socket?.resetAndDestroy()
    return
  }
  const replacement = replacementReply(breakage)
  if (replacement !== undefined) return deliver(delivery, replacement)
  return deliverBroken(delivery, await reply(), breakage)
}

async function replyOf(message: IncomingMessage, incoming: Incoming, route: Router): Promise<Reply> {
  const { method = '' } = message
  const routed = route(method, incoming.url.pathname)
  if (routed.found === undefined) {
    if (routed.allow.length === 0) return text('There is nothing here.\n', { status: 404 })
    return text('Not this way.\n', { status: 405, headers: { allow: routed.allow.join(', ') } })
  }
  const body = await readBody(message)
  if (body === undefined) {
    return text('The body is too large.\n', { status: 413, headers: { connection: 'close' } })
  }
  return routed.found.answer({ ...incoming, method, params: routed.params, body })
}

async function readBody(message: IncomingMessage): Promise<string | undefined> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of message.iterator({ destroyOnReturn: false })) {
    bytes += part.length
    if (bytes > bodyBytesMax) return undefined
    parts.push(part)
  }
  return Buffer.concat(parts).toString()
}

/** A defect of a host is for the person at the keyboard to see. */
async function deliverDefect(delivery: Delivery, error: unknown): Promise<void> {
  if (delivery.response.headersSent) {
    delivery.response.destroy()
    return
  }
  const trace = error instanceof Error ? error.stack : String(error)
  await deliver(delivery, text(`This sandbox host is broken.\n${trace}\n`, { status: 500 }))
}
