/** Whether a request comes from this machine itself: what only its owner may see is shown to nobody else. */

import type { IncomingMessage } from 'node:http'

const loopback = /^(::ffff:)?127\.\d+\.\d+\.\d+$|^::1$/
const localHost = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/i
const forwardingHeaders = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip']

/**
 * A proxy on this machine connects from loopback too, so whatever was forwarded is not local. `Host` and `Origin` keep
 * out web pages that make a browser on this machine ask.
 */
export function isLocalCaller({ socket, headers }: IncomingMessage): boolean {
  if (!loopback.test(socket.remoteAddress ?? '')) return false
  if (forwardingHeaders.some((name) => headers[name] !== undefined)) return false
  if (!localHost.test(headers.host ?? '')) return false
  return headers.origin === undefined || URL.parse(headers.origin)?.host === headers.host
}
