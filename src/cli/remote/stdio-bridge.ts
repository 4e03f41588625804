/** Passes messages of the Model Context Protocol between standard input and output and a server over HTTP. */

import { createInterface } from 'node:readline'
import { reasonOf, type ServerResponse } from './server-address.ts'

export interface BridgeOptions {
  readonly input: NodeJS.ReadableStream
  /** Writes one line. */
  write(line: string): void
  /** Throws if there is no response. */
  post(body: string, headers: Readonly<Record<string, string>>, signal: AbortSignal): Promise<ServerResponse>
}

interface Message {
  readonly id?: string | number | null
  readonly method?: string
  readonly params?: {
    readonly name?: unknown
    readonly uri?: unknown
    readonly requestId?: unknown
    readonly _meta?: Readonly<Record<string, unknown>>
  }
  readonly result?: { readonly protocolVersion?: unknown }
}

const versionKey = 'io.modelcontextprotocol/protocolVersion'
const runningMax = 64

/** Until the input ends and every request is answered. */
export async function bridgeStdio({ input, write, post }: BridgeOptions): Promise<void> {
  const running = new Map<unknown, AbortController>()
  const pending = new Set<Promise<void>>()
  /** What the first message of an older client has settled. */
  let settledVersion: string | undefined

  async function forward(line: string): Promise<void> {
    const message = parse(line)
    if (message === undefined) return fail(null, -32_700, 'The line is not JSON.')
    const { id = null, method = '', params } = message
    if (method === 'notifications/cancelled') running.get(params?.requestId)?.abort()
    const cancel = new AbortController()
    if (id !== null) running.set(id, cancel)
    try {
      const version = params?._meta?.[versionKey] ?? (method === 'initialize' ? undefined : settledVersion)
      const response = await post(line, toHeaders(message, version), cancel.signal)
      const answers = toMessages(response)
      for (const answer of answers) {
        const { protocolVersion } = answer.result ?? {}
        if (method === 'initialize' && typeof protocolVersion === 'string') settledVersion = protocolVersion
        write(JSON.stringify(answer))
      }
      if (answers.length === 0 && response.status >= 400) fail(id, -32_000, explain(response))
    } catch (thrown) {
      if (!cancel.signal.aborted) fail(id, -32_000, `The server does not answer: ${reasonOf(thrown)}`)
    } finally {
      running.delete(id)
    }
  }

  function fail(id: Message['id'], code: number, message: string): void {
    if (id === null && code !== -32_700) return
    write(JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } }))
  }

  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line.trim() === '') continue
    const work = forward(line)
    pending.add(work)
    void work.finally(() => pending.delete(work))
    if (pending.size >= runningMax) await Promise.race(pending)
  }
  await Promise.all(pending)
}

function parse(line: string): Message | undefined {
  try {
    const value = JSON.parse(line) as unknown
    return typeof value === 'object' && value !== null ? (value as Message) : undefined
  } catch {
    return undefined
  }
}

function toHeaders({ method, params }: Message, version: unknown): Record<string, string> {
  const name = params?.name ?? params?.uri
  return {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...(typeof version === 'string' ? { 'mcp-protocol-version': version } : {}),
    ...(typeof method === 'string' ? { 'mcp-method': method } : {}),
    ...(typeof name === 'string' ? { 'mcp-name': name } : {}),
  }
}

/** None in a response that is not of the protocol, such as a refusal by the server. */
function toMessages({ type, text }: ServerResponse): Message[] {
  const texts = type.startsWith('text/event-stream')
    ? text.split(/\r?\n/).flatMap((line) => (line.startsWith('data:') ? [line.slice(5).trim()] : []))
    : [text]
  return texts.flatMap((each) => {
    const message = parse(each)
    return message !== undefined && 'jsonrpc' in message ? [message] : []
  })
}

/** What the server says in its own words. */
function explain({ status, text }: ServerResponse): string {
  const { error } = (parse(text) ?? {}) as { error?: { code?: string; message?: string } }
  return error?.message === undefined
    ? `The server responded with status ${status}.`
    : `${error.code}: ${error.message}`
}
