/** A simulated host: a name, routes, and optionally a WebSocket endpoint. */

import type { IncomingHttpHeaders } from 'node:http'
import type { WebSocket } from 'ws'
import type { World } from './world.ts'

export interface SandboxHost {
  /** `gazette.sandbox`, or `*.boards.sandbox` for every name with that ending. */
  readonly host: string
  readonly routes: readonly Route[]
  /** The response to a request for a WebSocket that the host does not accept. */
  refuseSocket?(incoming: Incoming): Reply | undefined
  /** Runs every WebSocket at this host; an error closes it with 1011. */
  socket?(connection: SandboxConnection): void | Promise<void>
}

/** What requests and sockets share. */
export interface Incoming {
  readonly world: World
  /** The requested name, and the part of it that the `*` of a wildcard host matches. */
  readonly host: string
  readonly subdomain: string
  /** With `https:`, as the client requested it. */
  readonly url: URL
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
  /** Aborts when the client disconnects or the sandbox closes. */
  readonly signal: AbortSignal
}

export interface SandboxRequest<Params extends string = string> extends Incoming {
  readonly method: string
  readonly params: Readonly<Record<Params, string>>
  /** At most 2 MiB; longer bodies get a 413. */
  readonly body: string
}

export interface SandboxConnection extends Incoming {
  readonly socket: WebSocket
  /** Rejects when the client disconnects first. */
  sleep(ms: number): Promise<void>
}

export interface Reply {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array | AsyncIterable<string | Uint8Array>
}

export type Answer<Params extends string> = (request: SandboxRequest<Params>) => Reply | Promise<Reply>

export interface Route {
  readonly method: string
  readonly path: string
  readonly answer: Answer<string>
}

type ParamsOf<Pattern extends string> = Pattern extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamsOf<Rest>
  : never

/** `route('GET /api/towns/{slug}/notices', ({ params }) => json(noticesOf(params.slug)))` */
export function route<Pattern extends `${Uppercase<string>} /${string}`>(
  pattern: Pattern,
  answer: Answer<ParamsOf<Pattern>>,
): Route {
  const [method = '', path = ''] = pattern.split(' ')
  return { method, path, answer }
}

type ReplyOptions = Pick<Reply, 'status' | 'headers'>

export function json(value: unknown, options: ReplyOptions = {}): Reply {
  return typed('application/json; charset=utf-8', JSON.stringify(value), options)
}

export function html(body: string, options: ReplyOptions = {}): Reply {
  return typed('text/html; charset=utf-8', body, options)
}

export function text(body: string, options: ReplyOptions = {}): Reply {
  return typed('text/plain; charset=utf-8', body, options)
}

function typed(contentType: string, body: string, { status = 200, headers = {} }: ReplyOptions): Reply {
  return { status, headers: { 'content-type': contentType, ...headers }, body }
}
