/** What a platform lists as its members, so that the registry can follow it. */

import type { Outbound } from '../../core/outbound/outbound.ts'

/** Where a member is; what the platform does not say is absent. */
export interface RosterPlace {
  readonly line1?: string
  readonly city?: string
  readonly state?: string
  readonly postal_code?: string
  readonly lat?: number
  readonly lon?: number
}

export interface RosterEntry {
  readonly memberId: string
  readonly name: string
  readonly place: RosterPlace
  /** Cells of the registry for a member that is not in it. */
  readonly cells: Readonly<Record<string, string>>
}

/** A member of the registry that the roster should list. */
export interface KnownMember {
  readonly id: string
  readonly name: string
  /** Nobody expects a member that is not read to be listed. */
  readonly isRead: boolean
}

export interface Roster {
  /** The source and the installation, unique: `webedia https://cinema.example`. */
  readonly name: string
  readonly sourceId: string
  readonly polite: { readonly atOnce: number; readonly gapMs: number }
  readonly known: readonly KnownMember[]
  /** Throws `upstream_changed` if the response is no list of members. */
  read(http: Outbound, nowMs: number, signal: AbortSignal): Promise<readonly RosterEntry[]>
}
