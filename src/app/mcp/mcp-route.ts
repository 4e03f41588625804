/** `/mcp`: the Model Context Protocol over streamable HTTP. Each request stands alone, so any node answers it. */

import { Type } from 'typebox'
import { Failure } from '../../core/errors.ts'
import type { Reply } from '../../http/reply.ts'
import { type AnyRoute, defineRoute } from '../../http/route.ts'
import type { AnyContext } from '../route-caller.ts'
import type { McpOptions } from './mcp-server.ts'

export const mcpPath = '/mcp'

interface McpRouteOptions extends McpOptions {
  /** The public address of the server; others may be on this machine only. */
  readonly origin: string
}

/** Those that the protocol has a meaning for. */
const passedHeaders = ['accept', 'content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name']

type Handler = Awaited<ReturnType<typeof loadHandler>>

async function loadHandler(options: McpOptions) {
  const { createMcp } = await import('./mcp-server.ts')
  return createMcp(options)
}

export function mcpRoute({ origin, ...options }: McpRouteOptions): AnyRoute {
  let loading: Promise<Handler> | undefined
  return defineRoute({
    method: 'POST',
    path: mcpPath,
    id: '',
    tag: 'Agents',
    summary: 'Model Context Protocol',
    hidden: true,
    passthrough: true,
    acceptsAny: true,
    bodyBytesMax: 64 * 1024,
    response: { body: Type.Unknown() },
    access: 'optional',
    cache: 'no-store',
    async handle(context) {
      if (!isAllowedOrigin(context.header('origin'), origin))
        return refuse(403, -32_000, 'Requests of web pages of other origins are refused.')
      const message = parseMessage(context.body)
      if (message instanceof Failure) return refuse(400, -32_700, message.message)
      if (Array.isArray(message)) return refuse(400, -32_600, 'Batches are refused: send one message each.')
      loading ??= loadHandler(options)
      loading.catch(() => {
        loading = undefined
      })
      return await answer(await loading, message, context, origin)
    },
  })
}

async function answer(
  handler: Handler,
  message: unknown,
  context: AnyContext,
  origin: string,
): Promise<Reply> {
  const headers = new Headers()
  for (const name of passedHeaders) {
    const value = context.header(name)
    if (value !== undefined) headers.set(name, value)
  }
  const request = new Request(`${origin}${mcpPath}`, { method: 'POST', headers, signal: context.signal })
  const authInfo = { token: '', clientId: '', scopes: [], extra: { context } }
  const response = await handler.fetch(request, { parsedBody: message, authInfo })
  const content = await response.text()
  const type = response.headers.get('content-type') ?? 'application/json'
  return { status: response.status, body: { type, content } }
}

function parseMessage(body: unknown): unknown {
  try {
    return JSON.parse(String(body ?? ''))
  } catch {
    return new Failure('malformed_request', 'The body is not JSON.')
  }
}

function refuse(status: number, code: number, message: string): Reply {
  const content = JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message } })
  return { status, body: { type: 'application/json', content } }
}

const thisMachine = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** A page elsewhere could otherwise use a server that only its reader reaches, under a name that it makes up for it. */
function isAllowedOrigin(sent: string | undefined, origin: string): boolean {
  if (sent === undefined) return true
  const url = URL.parse(sent)
  return url !== null && (url.origin === origin || thisMachine.test(url.hostname))
}
