/**
 * The public document of a posting. `job.doc` has only what a few other columns do not state, in lines of JSON. A document
 * that does not follow from them is stored whole, as are those of earlier versions. Lists open 200 documents, so most
 * parts are taken as they are, and those that many postings share are remembered.
 */

import { sql } from 'kysely'
import { countryName } from '../../../core/places/countries.ts'
import { rememberTexts } from '../../../core/text/remember.ts'
import { formatPay } from '../normalise/pay.ts'
import { formatPlace } from '../normalise/places.ts'
import { columnSeparator } from '../schema/column-text.ts'
import type { StoredJobPosting } from '../schema/job-posting.ts'
import { regionLabel } from '../schema/place-keys.ts'
import { type JobRow, jobStates } from '../schema/tables.ts'
import {
  employmentLabels,
  jobFunctions,
  type Pay,
  type Place,
  seniorities,
  workplaceTypes,
} from '../schema/vocabulary.ts'

/** What a document is opened from. */
export const docColumns = [
  'job.doc',
  'job.id',
  'job.member_id',
  'job.active',
  'job.title',
  'job.company',
  'job.department',
  'job.posted_on',
  'job.first_seen',
  'job.changed_on',
] as const
type ColumnName<Column> = Column extends `job.${infer Name}` ? Name : never
export type DocRow = Pick<JobRow, ColumnName<(typeof docColumns)[number]> & keyof JobRow>

/**
 * The columns of a document as one text: to read a row takes longer the more texts it has. The board is the last one, since
 * others choose its id.
 */
export const docText = sql<string>`concat_ws(${sql.lit(columnSeparator)}, job.doc, job.id, job.active, coalesce(job.posted_on, ''),
  job.first_seen, job.changed_on, coalesce(job.last_seen, ''), job.title, job.company, job.department, job.member_id)`

/** `text`: a value of `docText`. */
export function parseDocText(text: string): DocRow & Pick<JobRow, 'last_seen'> {
  const parts = text.split(columnSeparator)
  return {
    doc: parts[0] as string,
    id: parts[1] as string,
    active: Number(parts[2]),
    posted_on: parts[3] || null,
    first_seen: parts[4] as string,
    changed_on: parts[5] as string,
    last_seen: parts[6] || null,
    title: parts[7] as string,
    company: parts[8] as string,
    department: parts[9] as string,
    member_id: parts.length === 11 ? (parts[10] as string) : parts.slice(10).join(columnSeparator),
  }
}

/** Fields that few postings have, or that differ from their column, which has no compatibility characters. */
const rareFields = [
  'title',
  'company',
  'role_group',
  'location',
  'remote_countries',
  'world_regions',
  'closes_on',
  'closed_on',
  'close_reason',
  'last_seen',
  'repost_of',
  'duplicate_of',
] as const satisfies readonly (keyof StoredJobPosting)[]
type Rare = Partial<Pick<StoredJobPosting, (typeof rareFields)[number]>>

/** City, region and country in turn, 0 for what is not known. */
type PackedPlaces = readonly (string | 0)[]
/** Indexes of workplace type, job function and seniority, and the indexes of all employment labels; -1 is null. */
type PackedLabels = readonly number[]
type PackedPay = readonly [min: number | null, max: number | null, currency: string | null, Pay['period']]

/** `row`: the columns that belong to the document. */
export function packDoc(job: StoredJobPosting, row: Omit<DocRow, 'doc'>): string {
  const stated: Rare = {
    title: row.title,
    company: row.company,
    role_group: row.department,
    location: job.places.length > 0 ? job.location : '',
  }
  const rare = rareFields.flatMap((field) => {
    const [value, usual] = [job[field], stated[field]]
    const isUsual = usual === undefined ? value === null || value?.length === 0 : value === usual
    return isUsual ? [] : [[field, value] as const]
  })
  const labels: PackedLabels = [
    workplaceTypes.indexOf(job.workplace_type as never),
    jobFunctions.indexOf(job.job_function as never),
    seniorities.indexOf(job.seniority as never),
    ...job.employment_types.map((label) => employmentLabels.indexOf(label)),
  ]
  const places: PackedPlaces = job.places.flatMap(({ city, region, country_code }) => [
    city ?? 0,
    region ?? 0,
    country_code ?? 0,
  ])
  const { min, max, currency, period } = job.pay ?? {}
  const lines = [
    JSON.stringify(job.url),
    JSON.stringify(job.ats),
    labels.join(),
    places.length === 0 ? '' : JSON.stringify(places),
    period === undefined ? '' : JSON.stringify([min, max, currency, period]),
    job.requisition_id === null ? '' : JSON.stringify(job.requisition_id),
    rare.length === 0 ? '' : JSON.stringify(Object.fromEntries(rare)),
  ]
  while (lines.at(-1) === '') lines.pop()
  const doc = lines.join('\n')
  const whole = JSON.stringify(job)
  return openDoc({ ...row, doc }) === whole ? doc : whole
}

/** What a document says when it is sent, of the last list that had the posting. */
export interface Sighting {
  readonly day: string | null
  readonly instant: string | null
}

/** The document as JSON, as it is sent if there is a sighting. The order of the fields is that of `JobPosting`. */
export function openDoc(row: DocRow, sighting?: Sighting): string {
  const { doc } = row
  if (doc.startsWith('{')) return sighting === undefined ? doc : addSighting(doc, sighting)
  const lines = doc.split('\n')
  const labels = openLabels(lines[2] ?? '')
  const places = openPlaces(lines[3] ?? '')
  const pay = lines[4] ? openPay(lines[4]) : noPay
  const rare = lines[6] === undefined ? nothingRare : openRare(lines[6])
  const { fields } = rare
  return (
    `{"id":"${row.id}","title":${quote(fields.title ?? row.title)}` +
    `,"company":${quote(fields.company ?? row.company)}` +
    `,"location":${places.location ?? quote(fields.location ?? '')}` +
    `,"role_group":${quote(fields.role_group ?? row.department)}${labels.functionAndSeniority}` +
    `,"ats":${lines[1]}${row.active === jobStates.closed ? ',"status":"closed"' : ',"status":"active"'}` +
    `${labels.workplaceAndEmployment}${pay.salary},"posted":${jsonDay(row.posted_on)}` +
    `,"first_seen":"${row.first_seen}","changed":"${row.changed_on}","url":${lines[0]}${places.list}` +
    `${rare.regions}${pay.parts}${labels.employmentTypes},"board":${quote(row.member_id)}` +
    `,"requisition_id":${lines[5] || 'null'}${rare.closing}${jsonDay(fields.last_seen ?? sighting?.day)}` +
    `${rare.relations}${sighting === undefined ? '}' : capturedAt(sighting)}`
  )
}

/** Quotes within texts are escaped, so the name of the field occurs once. */
function addSighting(doc: string, sighting: Sighting): string {
  const seen = doc.replace('"last_seen":null', `"last_seen":${jsonDay(sighting.day)}`)
  return seen.slice(0, -1) + capturedAt(sighting)
}

export function readDoc(row: DocRow): StoredJobPosting {
  return JSON.parse(openDoc(row)) as StoredJobPosting
}

const json = JSON.stringify

/** Characters that JSON has as they are. */
const plainText = /^[ !#-[\]-\ud7ff\ue000-\uffff]*$/

/** The same as `JSON.stringify`, which takes longer for the short texts of a row. */
function quote(text: string): string {
  return plainText.test(text) ? `"${text}"` : json(text)
}

function jsonText(value: string | null | undefined): string {
  return value == null ? 'null' : json(value)
}

function jsonList(values: readonly string[] | undefined): string {
  return values === undefined ? '[]' : json(values)
}

function jsonDay(day: string | null | undefined): string {
  return day == null ? 'null' : `"${day}"`
}

function capturedAt({ instant }: Sighting): string {
  return instant === null ? ',"captured_at":null}' : `,"captured_at":"${instant}"}`
}

function openRare(text: string): RareParts {
  return toParts(JSON.parse(text) as Rare)
}

type RareParts = ReturnType<typeof toParts>

function toParts(fields: Rare) {
  return {
    fields,
    regions: `,"remote_countries":${jsonList(fields.remote_countries)},"world_regions":${jsonList(fields.world_regions)}`,
    closing: `,"closes_on":${jsonText(fields.closes_on)},"closed_on":${jsonText(fields.closed_on)},"close_reason":${jsonText(fields.close_reason)},"last_seen":`,
    relations: `,"repost_of":${jsonText(fields.repost_of)},"duplicate_of":${jsonText(fields.duplicate_of)}`,
  }
}

const nothingRare = toParts({})

const openLabels = rememberTexts((packed) => {
  const [workplace = -1, jobFunction = -1, seniority = -1, ...employment] = packed.split(',').map(Number)
  const labels = employment.map((at) => employmentLabels[at])
  return {
    functionAndSeniority: `,"job_function":${json(jobFunctions[jobFunction] ?? null)},"seniority":${json(seniorities[seniority] ?? null)}`,
    workplaceAndEmployment: `,"workplace_type":${json(workplaceTypes[workplace] ?? null)},"employment_type":${json(labels.join(', ') || null)}`,
    employmentTypes: `,"employment_types":${json(labels)}`,
  }
})

/** Without places, the location is another field. */
const openPlaces = rememberTexts((packed) => {
  if (packed === '') return { location: undefined, list: ',"places":[]' }
  const places = toPlaces(JSON.parse(packed) as PackedPlaces)
  return { location: json(formatPlace(places[0] ?? {})), list: `,"places":${json(places.map(toJobPlace))}` }
})

function toPlaces(packed: PackedPlaces): Place[] {
  const places: Place[] = []
  for (let at = 0; at < packed.length; at += 3) {
    const [city, region, country] = packed.slice(at, at + 3)
    places.push({
      ...(city ? { city } : {}),
      ...(region ? { region } : {}),
      ...(country ? { country } : {}),
    })
  }
  return places
}

/** As documents have it. */
export function toJobPlace(place: Place): StoredJobPosting['places'][number] {
  const { city = null, region = null, country = null } = place
  return {
    city,
    region,
    region_code: regionLabel(place) ?? null,
    country: country === null ? null : (countryName(country) ?? null),
    country_code: country,
  }
}

const noPay = { salary: ',"salary":null', parts: ',"pay":null' }

const openPay = rememberTexts((packed) => {
  const [min, max, currency, period] = JSON.parse(packed) as PackedPay
  const pay: Pay = { ...(min === null ? {} : { min }), ...(max === null ? {} : { max }), period }
  return {
    salary: `,"salary":${json(formatPay(pay))}`,
    parts: `,"pay":${json({ min, max, currency, period })}`,
  }
})
