/** The schema of a notice: as a record of a source, and as the API returns it. */

import { type Static, Type } from 'typebox'
import { day, instant, oneOf } from '../../../http/openapi/fields.ts'

export const noticeCategories = [
  'planning',
  'roads',
  'licensing',
  'elections',
  'meetings',
  'tenders',
  'other',
] as const

export type NoticeCategory = (typeof noticeCategories)[number]
export const NoticeCategory = oneOf(noticeCategories, { description: 'Category; `other` if none matches.' })

const noticeFields = {
  id: Type.String({ pattern: '^nt_[a-z2-7]{20}$', description: 'Stable id.' }),
  title: Type.String({ minLength: 1 }),
  town: Type.String({ minLength: 1, examples: ['Harrowgate'] }),
  category: NoticeCategory,
  published_on: day({ description: 'Publication date.' }),
  body: Type.String({ description: 'Plain text.' }),
  url: Type.String({ format: 'uri', description: 'The notice on the website of its source.' }),
  updated_at: Type.Optional(instant({ description: 'Time of the last correction.' })),
}

/** What a source returns. A notice has changed if its record has changed. */
export const NoticeRecord = Type.Object(noticeFields, { additionalProperties: false })
export type NoticeRecord = Static<typeof NoticeRecord>

/** A notice that is listed, and stays as it is stored. */
export interface ListedNotice {
  readonly id: string
  readonly isListed: true
}

export type TownRecord = NoticeRecord | ListedNotice

export const SourceLineage = Type.Object(
  {
    source_id: Type.String(),
    member_id: Type.String(),
    captured_at: instant({ description: 'Time the upstream response was fetched.' }),
    artifact_id: Type.String({ description: 'Id of the stored upstream response.' }),
  },
  { additionalProperties: false, description: 'Origin of the notice.' },
)
export type SourceLineage = Static<typeof SourceLineage>

export const Notice = Type.Object(
  { ...noticeFields, source_lineage: SourceLineage },
  { additionalProperties: false },
)
export type Notice = Static<typeof Notice>

export const noticeChangeTypes = ['notice.published', 'notice.changed', 'notice.removed'] as const
export type NoticeChangeType = (typeof noticeChangeTypes)[number]
