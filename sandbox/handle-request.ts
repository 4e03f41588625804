/** Handles one HTTP request to the sandbox. */

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FaultEffect } from './faults/faults.ts'
import { replacementReply } from './faults/faulty-reply.ts'
import { type Incoming, type Reply, text } from './host.ts'
import { acceptRequest, type SandboxContext } from './incoming.ts'
import type { Router } from './router.ts'
import { type Connection, sendFaultyReply, sendReply } from './send-reply.ts'

/** A form of 131,072 characters that take nine bytes each, and its other fields. */
const bodyBytesMax = 2 * 1024 * 1024

export async function handleRequest(
  context: SandboxContext,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const disconnected = new AbortController()
  response.once('close', () => disconnected.abort())
  const { signal } = disconnected
  const connection: Connection = { response, clock: context.clock, signal }
  try {
    const accepted = acceptRequest(context, message, signal)
    if (accepted.refusal !== undefined) return await sendReply(connection, accepted.refusal)
    const { incoming, effect, match } = accepted
    await answer(connection, effect, () => replyOf(message, incoming, match.route))
  } catch (error) {
    if (!signal.aborted) await sendDefect(connection, error)
  }
}

async function answer(
  connection: Connection,
  { latencyMs, fault }: FaultEffect,
  reply: () => Promise<Reply>,
): Promise<void> {
  const { response, clock, signal } = connection
  if (latencyMs > 0) await clock.sleep(latencyMs, signal)
  if (fault === undefined) return sendReply(connection, await reply())
  if (fault.kind === 'hang') return
  if (fault.kind === 'reset' && fault.when === 'before') {
    response.socket?.resetAndDestroy()
    return
  }
  const replacement = replacementReply(fault)
  if (replacement !== undefined) return sendReply(connection, replacement)
  return sendFaultyReply(connection, await reply(), fault)
}

async function replyOf(message: IncomingMessage, incoming: Incoming, route: Router): Promise<Reply> {
  const { method = '' } = message
  const match = route(method, incoming.url.pathname)
  if (match.route === undefined) {
    if (match.allow.length === 0) return text('Not found.\n', { status: 404 })
    return text('Method not allowed.\n', { status: 405, headers: { allow: match.allow.join(', ') } })
  }
  const body = await readBody(message)
  if (body === undefined) {
    return text('The body is too large.\n', { status: 413, headers: { connection: 'close' } })
  }
  return match.route.answer({ ...incoming, method, params: match.params, body })
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

/** A defect of a simulated host is shown to the developer. */
async function sendDefect(connection: Connection, error: unknown): Promise<void> {
  if (connection.response.headersSent) {
    connection.response.destroy()
    return
  }
  const trace = error instanceof Error ? error.stack : String(error)
  await sendReply(connection, text(`This simulated host has a defect.\n${trace}\n`, { status: 500 }))
}
