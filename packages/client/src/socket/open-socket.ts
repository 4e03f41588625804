/** The sockets that connections use. */

/** The part of `WebSocket` that is used; browsers, workers, Node 22 and the `ws` package provide it. */
export interface SocketLike {
  binaryType: string
  send(text: string): void
  close(code?: number): void
  /** Closes without a close handshake, where supported. */
  terminate?(): void
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void
  addEventListener(type: 'open' | 'error' | 'close', listener: (event: unknown) => void): void
}

export type OpenSocket = (url: string) => SocketLike

export function defaultOpenSocket(origin?: string): OpenSocket {
  if (typeof WebSocket !== 'undefined') {
    if (origin === undefined) return (url) => new WebSocket(url)
    // Only Node.js takes headers; a browser does not let anyone choose the origin.
    return (url) => new WebSocket(url, { headers: { origin } } as never)
  }
  throw new TypeError(
    'there is no WebSocket here: hand one in as `openSocket`, for example of the package `ws`',
  )
}
