/** A raw connection for tests: sends any bytes and parses responses strictly as HTTP/1.1. */

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export interface RawResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

/** For what hangs; a slow machine is not an error. */
const responseTimeoutMs = 600_000

export class RawConnection {
  readonly socket: Socket
  #received = Buffer.alloc(0)
  #ended = false
  #wake: () => void = () => {}

  private constructor(socket: Socket) {
    this.socket = socket
    socket.on('data', (chunk) => {
      this.#received = Buffer.concat([this.#received, chunk])
      this.#wake()
    })
    for (const event of ['end', 'close', 'error']) {
      socket.on(event, () => {
        this.#ended = true
        this.#wake()
      })
    }
  }

  static async open(port: number): Promise<RawConnection> {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    await once(socket, 'connect')
    return new RawConnection(socket)
  }

  send(bytes: string | Uint8Array): void {
    this.socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes)
  }

  /** The next response, or undefined if the connection ended cleanly before one began. */
  async readResponse(method = 'GET'): Promise<RawResponse | undefined> {
    const deadline = AbortSignal.timeout(responseTimeoutMs)
    for (;;) {
      const response = this.#parseResponse(method)
      if (response) return response
      if (this.#ended) {
        assert.equal(
          this.#received.length,
          0,
          `connection closed within a response: ${this.#received.subarray(0, 200)}`,
        )
        return undefined
      }
      await this.#waitForChange(deadline)
    }
  }

  async expectResponse(method = 'GET'): Promise<RawResponse> {
    const response = await this.readResponse(method)
    assert.ok(response, 'connection closed before a response')
    return response
  }

  /** Resolves when the server has ended the connection. */
  async waitForEnd(): Promise<void> {
    const deadline = AbortSignal.timeout(responseTimeoutMs)
    while (!this.#ended) await this.#waitForChange(deadline)
  }

  [Symbol.dispose](): void {
    this.socket.destroy()
  }

  #waitForChange(deadline: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const late = () => reject(new Error(`no response within ${responseTimeoutMs} ms`))
      deadline.addEventListener('abort', late, { once: true })
      this.#wake = () => {
        deadline.removeEventListener('abort', late)
        resolve()
      }
    })
  }

  #parseResponse(method: string): RawResponse | undefined {
    const headEnd = this.#received.indexOf('\r\n\r\n')
    if (headEnd < 0) return undefined
    const [statusLine = '', ...lines] = this.#received.subarray(0, headEnd).toString('latin1').split('\r\n')
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(statusLine)?.[1])
    assert.ok(status >= 100, `not an HTTP response: ${statusLine}`)
    const headers = parseHeaders(lines)
    const bodyStart = headEnd + 4
    if (status === 100) {
      this.#received = this.#received.subarray(bodyStart)
      return this.#parseResponse(method)
    }
    const hasBody = method !== 'HEAD' && status !== 204 && status !== 304
    assert.equal(headers['transfer-encoding'], undefined, 'every response here has a Content-Length')
    const length = hasBody ? Number(headers['content-length']) : 0
    assert.ok(Number.isInteger(length), `a response without a length: ${statusLine}`)
    if (this.#received.length < bodyStart + length) return undefined
    const body = this.#received.subarray(bodyStart, bodyStart + length)
    this.#received = this.#received.subarray(bodyStart + length)
    return { status, headers, body }
  }
}

function parseHeaders(lines: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const line of lines) {
    const [, name = '', value = ''] = /^([!#$%&'*+.^_`|~\w-]+):[ \t]*(.*)$/.exec(line) ?? []
    assert.notEqual(name, '', `not a header line: ${line}`)
    assert.ok(!(name.toLowerCase() in headers), `header sent twice: ${name}`)
    headers[name.toLowerCase()] = value
  }
  return headers
}

/** Sends one request on a new connection and reads the response. */
export async function sendRaw(
  port: number,
  bytes: string | Uint8Array,
  method = 'GET',
): Promise<RawResponse | undefined> {
  using connection = await RawConnection.open(port)
  connection.send(bytes)
  return await connection.readResponse(method)
}

/** The bytes of a plain request. */
export function rawRequest(
  method: string,
  target: string,
  headers: Readonly<Record<string, string>> = {},
  body = '',
): string {
  const lines = Object.entries({ host: 'localhost', ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  )
  const length = body === '' ? '' : `content-length: ${Buffer.byteLength(body, 'latin1')}\r\n`
  return `${method} ${target} HTTP/1.1\r\n${lines.join('')}${length}\r\n${body}`
}
