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
  | 'breezy'
  | 'gem'
  | 'pinpoint'
  | 'bamboohr'
  | 'jazzhr'
  | 'icims'
  | 'successfactors'
  | 'oracle'
  | 'jibe'

export interface Company {
  readonly platform: Platform
  /** The platform's id of the board. */
  readonly key: string
  readonly name: string
  readonly home: string
  /** Approximate number of postings. */
  readonly size: number
  /** Whether all rows are complete, and every list is. */
  readonly isFlawless?: true
  /** Added to the ids of its postings, which most platforms count across boards. Default: 0. */
  readonly firstSerial?: number
  /** The approximate number of characters in the text of a posting. Default: a sentence or two. */
  readonly textLength?: number
  /** After how many days the text of a posting is revised. Default: never. */
  readonly revisedEveryDays?: number
}
