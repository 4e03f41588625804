/** An employer with a job board. */

export type Platform =
  | 'greenhouse'
  | 'lever'
  | 'ashby'
  | 'workable'
  | 'smartrecruiters'
  | 'recruitee'
  | 'personio'
  | 'teamtailor'
  | 'workday'
  | 'rippling'
  | 'jobposting'

export interface Company {
  readonly platform: Platform
  /** The platform's id of the board. */
  readonly key: string
  readonly name: string
  readonly home: string
  /** Approximate number of postings. */
  readonly size: number
  /** Whether all rows are complete. */
  readonly isFlawless?: true
}
