/** Links and e-mail addresses of made-up records lead to reserved names (RFC 2606), never to a real site or person. */

import type { AnySource } from '../../sync/source.ts'

const link = /\b(https?:\/\/)([a-z0-9.-]+)/gi
const mailDomain = /@([a-z0-9-]+(?:\.[a-z0-9-]+)+)/gi
const reservedHost =
  /(^|\.)(example|test|invalid|localhost|example\.(com|net|org))$|^127\.0\.0\.1$|^schema\.org$/i

/** The same source, whose records have reserved links. */
export function withReservedLinks<Source extends AnySource>(source: Source): Source {
  return {
    ...source,
    *toRecords(
      responses: Parameters<AnySource['toRecords']>[0],
      context: Parameters<AnySource['toRecords']>[1],
    ) {
      for (const record of source.toRecords(responses, context)) yield toReserved(record)
    },
  }
}

function toReserved(value: unknown): unknown {
  if (typeof value === 'string') return withReservedHosts(value)
  if (Array.isArray(value)) return value.map(toReserved)
  if (value === null || typeof value !== 'object') return value
  // Bytes and other objects with a class hold no links.
  if (Object.getPrototypeOf(value) !== Object.prototype) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, toReserved(member)]))
}

/** `https://jobs.acme.com/1` becomes `https://jobs.acme.com.example/1`. */
export function withReservedHosts(text: string): string {
  if (!text.includes('://') && !text.includes('@')) return text
  return text
    .replace(link, (_, scheme: string, host: string) => scheme + reserve(host))
    .replace(mailDomain, (_, domain: string) => `@${reserve(domain)}`)
}

function reserve(host: string): string {
  const name = host.replace(/(?<!\.)\.+$/, '')
  return reservedHost.test(name) ? host : `${name}.example${host.slice(name.length)}`
}
