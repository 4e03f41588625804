/** Schemas of companies, trust centers and their records. */

import { Type } from 'typebox'
import { instant, nullable, oneOf } from '../../../http/openapi/fields.ts'
import {
  accessLevels,
  accessProfiles,
  certificationStatuses,
  changeTypes,
  documentAccess,
  frameworkKinds,
  gates,
  perSurface,
  severities,
  sourceKinds,
  sourceStatuses,
  surfaceStates,
} from '../normalise/vocabulary.ts'
import { linksTo } from './links.ts'

const text = Type.String()
const count = nullable(Type.Integer({ minimum: 0, description: 'Null: not read. 0: read, and empty.' }))

const surfaceState = oneOf(surfaceStates, {
  description: 'Whether it was read, is hidden, or was never tried.',
})
const states = Type.Object(perSurface(() => surfaceState))

export const Company = Type.Object(
  {
    id: text,
    name: text,
    domain: nullable(text),
    website: nullable(text),
    providers: Type.Array(text),
    trust_centers: Type.Array(Type.Object({ id: text, url: text, provider: text })),
    framework_ids: Type.Array(text, {
      description: 'Frameworks of the certifications that are counted: held or in progress.',
    }),
    counts: Type.Object(perSurface(() => count)),
    surfaces: states,
    first_seen_at: instant(),
    last_read_at: nullable(instant()),
    last_changed_at: instant(),
    links: linksTo('self', 'changes'),
  },
  { $id: 'TrustCompany' },
)

const center = {
  id: text,
  company_id: text,
  company: text,
  provider: text,
  url: text,
  host: text,
  access_level: oneOf(accessLevels),
  access_profile: oneOf(accessProfiles),
  gate: nullable(oneOf(gates, { description: 'What blocked access; null if never attempted.' })),
  gate_reason: nullable(text),
  readable: Type.Boolean(),
  surfaces: states,
  data_access: Type.Object(perSurface(() => Type.Boolean())),
  counts: Type.Object({ ...perSurface(() => count), sources: Type.Integer() }),
  best_effort: Type.Boolean({ description: 'Read from rendered pages: rows may be missing.' }),
  parser: nullable(text),
  content_hash: nullable(text),
  first_seen_at: instant(),
  last_attempt_at: nullable(instant()),
  last_read_at: nullable(instant()),
  last_changed_at: instant(),
  links: linksTo('self', 'company', 'sources'),
}

export const TrustCenter = Type.Object(center, { $id: 'TrustCenter' })

const row = {
  id: text,
  company_id: text,
  trust_center_id: text,
}
const provenance = { evidence_url: text, first_seen_at: instant() }

export const Certification = Type.Object(
  {
    ...row,
    framework_id: text,
    name: text,
    kind: oneOf(frameworkKinds),
    edition: nullable(text),
    level: nullable(text),
    status: oneOf(certificationStatuses, { description: 'As published.' }),
    raw_name: text,
    expires_on: nullable(text),
    ...provenance,
  },
  { $id: 'Certification' },
)

export const Control = Type.Object(
  {
    ...row,
    name: text,
    description: nullable(text),
    category: nullable(text),
    status: oneOf(['passing', 'not_passing', 'unknown']),
    ...provenance,
  },
  { $id: 'Control' },
)

export const Subprocessor = Type.Object(
  {
    ...row,
    vendor_id: text,
    parent_vendor_id: nullable(text),
    name: text,
    raw_name: text,
    website: nullable(text),
    domain: nullable(text),
    purpose: nullable(text),
    description: nullable(text),
    category: nullable(text),
    locations: Type.Array(Type.Object({ raw: text, country_code: nullable(text), region: nullable(text) })),
    processes_personal_data: nullable(Type.Boolean()),
    product: nullable(text),
    is_affiliate: Type.Boolean(),
    ...provenance,
  },
  { $id: 'Subprocessor' },
)

export const TrustDocument = Type.Object(
  {
    ...row,
    title: text,
    kind: text,
    category_raw: nullable(text),
    access: oneOf(documentAccess),
    url: nullable(text),
    year: nullable(Type.Integer()),
    framework_ids: Type.Array(text),
    ...provenance,
  },
  { $id: 'TrustDocument' },
)

export const SecurityUpdate = Type.Object(
  {
    ...row,
    title: text,
    body: nullable(text),
    category: nullable(text),
    published_at: nullable(instant()),
    updated_at: nullable(instant()),
    ...provenance,
  },
  { $id: 'SecurityUpdate' },
)

export const itemSchemas = {
  certifications: Certification,
  controls: Control,
  subprocessors: Subprocessor,
  documents: TrustDocument,
  security_updates: SecurityUpdate,
} as const

export const TrustCenterWithRecords = Type.Object(
  {
    ...center,
    records: Type.Object(perSurface((surface) => Type.Array(itemSchemas[surface]))),
  },
  { $id: 'TrustCenterWithRecords' },
)

export const TrustSource = Type.Object(
  {
    id: text,
    provider: text,
    trust_center_id: text,
    kind: oneOf(sourceKinds),
    url: text,
    discovered_via: text,
    status: oneOf(sourceStatuses),
    last_http_status: nullable(Type.Integer()),
    last_checked_at: instant(),
    evidence: Type.Object({
      sha256: nullable(text),
      bytes: nullable(Type.Integer()),
      content_type: nullable(text),
    }),
    claimed_framework_ids: Type.Array(text, {
      description: 'Frameworks that a directory claims; not counted.',
    }),
    listed_on: nullable(text),
  },
  { $id: 'TrustSource' },
)

export const Vendor = Type.Object(
  {
    id: text,
    name: text,
    domain: nullable(text),
    parent_vendor_id: nullable(text),
    companies: Type.Integer({ description: 'Number of companies that list it.' }),
    links: linksTo('self', 'companies'),
  },
  { $id: 'Vendor' },
)

export const FrameworkEntry = Type.Object(
  {
    id: text,
    name: text,
    family: text,
    kind: oneOf(frameworkKinds),
    aliases: Type.Array(text),
    companies: Type.Integer({ description: 'Number of companies that claim to hold it.' }),
    links: linksTo('self', 'companies'),
  },
  { $id: 'Framework' },
)

export const TrustChange = Type.Object(
  {
    id: text,
    type: oneOf(changeTypes),
    severity: oneOf(severities),
    company_id: text,
    trust_center_id: text,
    provider: text,
    subject: Type.Object({ kind: text, id: text, name: text }),
    before: Type.Unknown(),
    after: Type.Unknown(),
    detected_at: instant(),
    first_absent_at: nullable(instant()),
    evidence: Type.Object({
      url: text,
      content_hash_before: nullable(text),
      content_hash_after: nullable(text),
    }),
  },
  { $id: 'TrustChange' },
)
