/** The management token of a tab, and requests to the API with it. */

interface Session {
  readonly token: string
  readonly email: string
}

export interface ApiAnswer {
  readonly ok: boolean
  /** 0 if the server did not answer. */
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: scripts read what the API document describes
  readonly data: any
  readonly nextCursor: string | undefined
  /** What to tell the reader if it failed, with the request id. */
  readonly message: string
}

export interface Api {
  session(): Session | undefined
  signIn(session: Session): void
  forget(): void
  call(method: string, path: string, body?: unknown): Promise<ApiAnswer>
}

/** A token that the server refuses is forgotten. */
export function apiSession(
  storage: Storage,
  send: (path: string, options: RequestInit) => Promise<Response>,
): Api {
  const key = 'session'
  const session = () => {
    try {
      return JSON.parse(storage.getItem(key) ?? 'null') ?? undefined
    } catch {
      return undefined
    }
  }
  const failed = (status: number, message: string): ApiAnswer => {
    return { ok: false, status, data: null, nextCursor: undefined, message }
  }
  return {
    session,
    signIn: (signedIn) => storage.setItem(key, JSON.stringify(signedIn)),
    forget: () => storage.removeItem(key),
    async call(method, path, body) {
      const { token } = session() ?? {}
      const headers: Record<string, string> = { accept: 'application/json' }
      if (token !== undefined) headers.authorization = `Bearer ${token}`
      if (body !== undefined) headers['content-type'] = 'application/json'
      const signal = AbortSignal.timeout(60_000)
      try {
        const options = { method, headers, signal }
        const sent = body === undefined ? options : { ...options, body: JSON.stringify(body) }
        const response = await send(path, sent)
        // biome-ignore lint/suspicious/noExplicitAny: the envelope of the API
        const envelope = (await response.json()) as any
        if (response.ok) {
          const nextCursor = envelope.meta?.pagination?.next_cursor ?? undefined
          return { ok: true, status: response.status, data: envelope.data, nextCursor, message: '' }
        }
        if (response.status === 401) storage.removeItem(key)
        const id = response.headers.get('x-request-id')
        const { message = 'The request failed.', details } = envelope.error ?? {}
        const problems = Array.isArray(details?.problems) ? ` ${details.problems.join(' ')}` : ''
        return failed(response.status, `${message}${problems}${id === null ? '' : ` (request id ${id})`}`)
      } catch {
        const isOffline = globalThis.navigator?.onLine === false
        return failed(
          0,
          isOffline ? 'You are offline.' : 'The server does not answer. Try again in a moment.',
        )
      }
    },
  }
}
