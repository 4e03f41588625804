/** Detects requests from this machine, for pages that only its owner may see. */

import type { IncomingMessage } from 'node:http'

const loopback = /^(::ffff:)?127\.\d+\.\d+\.\d+$|^::1$/
const localHost = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/i
const forwardingHeaders = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip']

/**
 * A proxy on this machine connects from loopback too, so forwarded requests are not local. By default, nginx says
 * nothing of whom it forwards for, and uses HTTP/1.0. `Host` and `Origin` exclude requests that a foreign web page makes
 * through a browser on this machine.
 */
export function isLocalCaller({ socket, headers, httpVersion }: IncomingMessage): boolean {
  if (!loopback.test(socket.remoteAddress ?? '') || httpVersion === '1.0') return false
  if (forwardingHeaders.some((name) => headers[name] !== undefined)) return false
  if (!localHost.test(headers.host ?? '')) return false
  return headers.origin === undefined || URL.parse(headers.origin)?.host === headers.host
}
