/** The result of a discovery: what was found with its evidence, which pages were read, and what was not decided. */

import { type Static, Type } from 'typebox'
import { bases } from '../registry/registry-entry.ts'

export const evidenceKinds = [
  'address',
  'redirect',
  'link',
  'embed',
  'text',
  'mark',
  'structured_data',
  'cname',
] as const
export const pageOutcomes = ['read', 'redirect', 'missing', 'gate', 'refused', 'failed'] as const

const oneOf = <Value extends string>(values: readonly Value[], description: string) =>
  Type.Unsafe<Value>({ type: 'string', enum: [...values], description })

export const Evidence = Type.Object({
  kind: oneOf(
    evidenceKinds,
    'Where it was seen: the address itself, a redirect, a link, an embedded frame or script, the text of the page, a mark of the platform, structured data, or a CNAME record.',
  ),
  page: Type.Union([Type.String(), Type.Null()], { description: 'The page it was seen in, if any.' }),
  detail: Type.String({
    description: 'The address or the mark. Of the query of an address, only what names the member is shown.',
  }),
})
export type Evidence = Static<typeof Evidence>

export const Finding = Type.Object({
  service: Type.String(),
  source: Type.Union([Type.String(), Type.Null()], {
    description: 'The source that reads it, as in `members add`; null if there is none.',
  }),
  platform: Type.String({ description: 'The id of the platform or provider.' }),
  platform_name: Type.String(),
  member: Type.Record(Type.String(), Type.String(), {
    description: 'What identifies the member at the platform.',
  }),
  missing: Type.Array(Type.String(), { description: 'Fields of the member that were not found.' }),
  address: Type.Union([Type.String(), Type.Null()], { description: 'The public page of the member.' }),
  supported: Type.Boolean({ description: 'Whether this server can read it.' }),
  unsupported_reason: Type.Union([Type.String(), Type.Null()]),
  basis: oneOf(bases, 'Whether it may be read by anyone, under a licence, with a key, or only by agreement.'),
  terms: Type.String(),
  evidence: Type.Array(Evidence),
})
export type Finding = Static<typeof Finding>

export const PageVisit = Type.Object({
  url: Type.String(),
  outcome: oneOf(
    pageOutcomes,
    'A gate is reported and never worked around; `refused` is our own refusal to follow.',
  ),
  reason: Type.Union([Type.String(), Type.Null()]),
})
export type PageVisit = Static<typeof PageVisit>

export const Discovery = Type.Object(
  {
    target: Type.String({ description: 'The address that was looked at first.' }),
    findings: Type.Array(Finding),
    pages: Type.Array(PageVisit),
    undecided: Type.Array(Type.String(), { description: 'What a person has to decide or look up.' }),
  },
  { $id: 'Discovery' },
)
export type Discovery = Static<typeof Discovery>
