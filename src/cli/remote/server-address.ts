/** The running server that a command talks to, and its requests. */

import type { CommandContext } from '../command-context.ts'
import { usageError } from '../exit.ts'

export interface ServerAddress {
  readonly url: string
  /** An API key or a management token. */
  readonly key: string | undefined
}

const urlDefault = 'http://localhost:8000'

/** From `BROADSHEET_URL` and `BROADSHEET_KEY`. */
export function readServerAddress({ env }: Pick<CommandContext, 'env'>): ServerAddress {
  const text = env.BROADSHEET_URL || urlDefault
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol))
    throw usageError(['BROADSHEET_URL must start with http:// or https://'])
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '')
    throw usageError(['BROADSHEET_URL must have no path: it names the server, such as http://localhost:8000'])
  return { url: url.origin, key: env.BROADSHEET_KEY || undefined }
}

interface ServerRequest {
  readonly method?: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  readonly signal: AbortSignal
}

export interface ServerResponse {
  readonly status: number
  readonly type: string
  readonly text: string
}

const deadlineMs = 120_000

/** Why there is no response: `fetch` has it as the cause of its error. */
export function reasonOf(thrown: unknown): string {
  const { cause, message } = thrown as Error
  return cause instanceof Error && cause.message !== '' ? cause.message : message
}

/** Throws if there is no response. */
export async function requestServer(
  { url, key }: ServerAddress,
  path: string,
  { headers, signal, ...rest }: ServerRequest,
): Promise<ServerResponse> {
  const credential = key === undefined ? {} : { authorization: `Bearer ${key}` }
  const response = await fetch(url + path, {
    ...rest,
    headers: { ...headers, ...credential },
    redirect: 'error',
    signal: AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)]),
  })
  return {
    status: response.status,
    type: response.headers.get('content-type') ?? '',
    text: await response.text(),
  }
}

/** Ends requests with the command: one that is under way would keep the process until it is answered. */
export function fetchUntil(stopSignal: AbortSignal): typeof fetch {
  return (input, init) => {
    const signals = [stopSignal, init?.signal].filter((signal) => signal instanceof AbortSignal)
    return fetch(input, { ...init, signal: AbortSignal.any(signals) })
  }
}
