/** A company with a trust center. */

export interface TrustCompany {
  readonly slug: string
  readonly name: string
  readonly website: string
  readonly provider: string
  /** Where its trust center is. */
  readonly url: string
  readonly payloadUrl?: string
}
