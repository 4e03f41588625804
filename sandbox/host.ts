/** What an upstream of the pretend internet is: a name, routes that answer, and perhaps a socket. */

import type { IncomingHttpHeaders } from 'node:http'
import type { WebSocket } from 'ws'
import type { World } from './world.ts'

export interface SandboxHost {
  /** `gazette.sandbox`, or `*.boards.sandbox` for every name that ends so. */
  readonly host: string
  readonly routes: readonly Route[]
  /** Takes every WebSocket opened at this host; one that throws closes it with 1011. */
  socket?(connection: SandboxConnection): void | Promise<void>
}

/** What requests and sockets have in common. */
export interface Incoming {
  readonly world: World
  /** The name that was asked for, and what the star of a wildcard host stands for in it. */
  readonly host: string
  readonly subdomain: string
  /** As the client wrote it, so `https:`. */
  readonly url: URL
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
  /** Aborted when the client has left or the sandbox closes. */
  readonly signal: AbortSignal
}

export interface SandboxRequest<Params extends string = string> extends Incoming {
  readonly method: string
  readonly params: Readonly<Record<Params, string>>
  /** At most 2 MiB; longer ones are answered with 413. */
  readonly body: string
}

export interface SandboxConnection extends Incoming {
  readonly socket: WebSocket
  /** Rejects when the other side leaves first. */
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
