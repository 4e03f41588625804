/** Who may pass: the seam between the edge and whatever knows identities and limits. */

import type { IncomingMessage } from 'node:http'

/** The parts of a request a decision is made from. */
export interface Caller {
  readonly address: string
  readonly authorization: string | undefined
  readonly apiKey: string | undefined
  readonly serviceKey: string | undefined
}

/** `none`: credentials are not looked at; `optional`: anyone, but a wrong credential is refused; the rest as they say. */
export type Access = 'none' | 'optional' | 'key_or_token' | 'token'

export interface Admission {
  /** Rate-limit headers as a flat list of names and values. */
  readonly headers: readonly string[]
  /** Whether shared caches must leave the answer alone, although the request showed no credential. */
  readonly isPrivate: boolean
}

export interface Gate {
  /** Decides from memory alone; undefined when it cannot, or when the answer is no. Must not count twice with `admit`. */
  admitNow(caller: Caller, access: Access): Admission | undefined
  /** Decides, or throws what the caller is told. */
  admit(caller: Caller, access: Access): Promise<Admission>
}

const everyone: Admission = { headers: [], isPrivate: false }

export const openGate: Gate = {
  admitNow: () => everyone,
  admit: async () => everyone,
}

export function callerOf({ headers }: IncomingMessage, address: string): Caller {
  return {
    address,
    authorization: headers.authorization,
    apiKey: single(headers['x-api-key']),
    serviceKey: single(headers['x-service-key']),
  }
}

/** A credential of any kind makes an answer private, even where it is not looked at. */
export function hasCredential(caller: Caller): boolean {
  return caller.authorization !== undefined || caller.apiKey !== undefined || caller.serviceKey !== undefined
}

function single(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value
}
