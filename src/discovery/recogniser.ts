/** What a service contributes to discovery: how to recognise its platforms, and on what basis each is read. */

import type { AddressRules, MemberParts } from '../core/addresses/address-rule.ts'
import type { Basis } from '../registry/registry-entry.ts'

export interface PlatformFacts {
  readonly name: string
  /** The id of its source, whose basis the registry knows. */
  readonly source?: string
  /** For a platform without a source. Default: `ask`. */
  readonly basis?: Basis
  /** Why, or under which terms. */
  readonly terms: string
  /** Whether there is an adapter that reads it. */
  readonly isSupported: boolean
}

export interface Recognised {
  readonly platform: string
  readonly member: MemberParts
}

/** A text in the source of a page that only pages on this platform have. */
export interface PageMark {
  readonly platform: string
  readonly text: string
}

export interface Recogniser {
  readonly service: string
  readonly addresses: AddressRules
  readonly marks: readonly PageMark[]
  /** The platform for pages with structured data of this schema.org type. */
  readonly structuredData?: {
    readonly type: string
    readonly platform: string
    /** Whether the platform reads microdata as well as JSON-LD. */
    readonly inMicrodata?: boolean
  }
  /** The member of a page on the company's own host. */
  memberOfPage(platform: string, page: URL): MemberParts
  /** Whether marks of this page count. Default: on every page. */
  isOwnPage?(page: URL): boolean
  /** By the CNAME target of a host. */
  byCname?(host: string, target: string): Recognised | undefined
  /** Names below a company's domain that may be such pages: `trust`. Their CNAME records are looked up. */
  readonly hostNames?: readonly string[]
  /** Words in the address or the label of a link to a page worth reading. */
  readonly words: ReadonlySet<string>
  /** What is needed of a member to read it. */
  readonly requiredFields: readonly string[]
  describe(platform: string): PlatformFacts
}
