/**
 * The tag (`ETag`) of a response, with which its host is asked whether it would send another one. It is stored with a
 * digest of what else the records depend on, so that it is sent only for the same request by the same version.
 */

import { hash } from 'node:crypto'

/** Thrown by a source whose host says that nothing has changed. Not a `Failure`: sources handle those themselves. */
export class NotModified extends Error {
  constructor() {
    super('the host has confirmed a tag')
    this.name = 'NotModified'
  }
}

const lengthMax = 256
/** Only visible ASCII: whatever a host sends is sent back to it. */
const pattern = /^(?:W\/)?"[!#-~]+"$/

/** Undefined if the header cannot be used. */
export function parseTag(header: string | undefined): string | undefined {
  return header !== undefined && header.length <= lengthMax && pattern.test(header) ? header : undefined
}

/** Whether a host that answers 304 means this tag. It need not repeat it, nor say again that it is weak. */
export function confirmsTag(header: string | undefined, tag: string): boolean {
  return header === undefined || withoutWeakness(header) === withoutWeakness(tag)
}

function withoutWeakness(tag: string): string {
  return tag.replace(/^W\//, '')
}

export function toStoredTag(tag: string, dependsOn: string, url: string): string {
  return `${digestOf(dependsOn, url)} ${tag}`
}

export function findStoredTag(stored: string, dependsOn: string, url: string): string | undefined {
  const [digest, tag] = stored.split(' ')
  return digest === digestOf(dependsOn, url) ? parseTag(tag) : undefined
}

function digestOf(dependsOn: string, url: string): string {
  return hash('sha512', `${dependsOn}\n${url}`, 'base64url').slice(0, 22)
}
