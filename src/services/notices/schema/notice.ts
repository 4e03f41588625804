/** What a notice is: as a source gives it, and as it is served. */

import { type Static, Type } from 'typebox'

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
export const NoticeCategory = Type.Unsafe<NoticeCategory>({
  type: 'string',
  enum: [...noticeCategories],
  description: 'What the notice is about; `other` where the source has no fitting word.',
})

const noticeFields = {
  id: Type.String({ pattern: '^nt_[a-z2-7]{20}$', description: 'Stable: the same notice keeps it.' }),
  title: Type.String({ minLength: 1 }),
  town: Type.String({ minLength: 1, examples: ['Harrowgate'] }),
  category: NoticeCategory,
  published_on: Type.String({ format: 'date', description: 'The day it was first printed.' }),
  body: Type.String({ description: 'Plain text.' }),
  url: Type.String({ format: 'uri', description: 'The notice at its source.' }),
  updated_at: Type.Optional(
    Type.String({ format: 'date-time', description: 'When the source last corrected it.' }),
  ),
}

/** What a source knows. Whether a notice changed is judged by this alone. */
export const NoticeRecord = Type.Object(noticeFields, { additionalProperties: false })
export type NoticeRecord = Static<typeof NoticeRecord>

export const SourceLineage = Type.Object(
  {
    source_id: Type.String(),
    member_id: Type.String(),
    captured_at: Type.String({
      format: 'date-time',
      description: 'When the answer it was read from was fetched.',
    }),
    artifact_id: Type.Integer({ description: 'The stored answer it was read from.' }),
  },
  { additionalProperties: false, description: 'Where the notice comes from.' },
)
export type SourceLineage = Static<typeof SourceLineage>

export const Notice = Type.Object(
  { ...noticeFields, source_lineage: SourceLineage },
  { additionalProperties: false },
)
export type Notice = Static<typeof Notice>
