/** Pinpoint: one response per board at a subdomain of its own. Each employer decides what its robots.txt allows. */

import { type Static, Type } from 'typebox'
import type { RawPay } from '../../normalise/pay.ts'
import type { RawPosting } from '../../normalise/to-posting.ts'
import { boardStatusRules } from '../board-statuses.ts'
import { defineSingleRequestBoard } from '../define-board-source.ts'
import { nullish, text } from '../formats/json-fields.ts'
import type { Board } from '../members/boards.ts'

const Named = nullish(Type.Object({ name: nullish(text) }))
const amount = nullish(Type.Union([text, Type.Number()]))

/** `reporting_to` often contains the name of a person, so it is not read. */
const Row = Type.Object({
  id: Type.Union([Type.String({ minLength: 1 }), Type.Integer()]),
  title: text,
  url: nullish(text),
  /** Where there is no URL. */
  path: nullish(text),
  description: nullish(text),
  key_responsibilities: nullish(text),
  skills_knowledge_expertise: nullish(text),
  benefits: nullish(text),
  employment_type: nullish(text),
  workplace_type: nullish(text),
  compensation_minimum: amount,
  compensation_maximum: amount,
  compensation_currency: nullish(text),
  compensation_frequency: nullish(text),
  compensation_visible: nullish(Type.Boolean()),
  deadline_at: nullish(text),
  department: Named,
  job: nullish(Type.Object({ requisition_id: nullish(text), department: Named })),
  location: nullish(Type.Object({ city: nullish(text), name: nullish(text), province: nullish(text) })),
})
type Row = Static<typeof Row>

export const pinpoint = defineSingleRequestBoard({
  id: 'pinpoint',
  about: {
    name: 'Pinpoint',
    home: 'https://www.pinpointhq.com',
    terms: 'Public list of a career site, meant for showing postings elsewhere.',
  },
  baseUrl: 'https://www.pinpointhq.com',
  hosts: ['*.pinpointhq.com'],
  polite: { atOnce: 4, gapMs: 250 },
  statusRules: boardStatusRules({ vendorSites: ['pinpointhq.com'] }),
  careersPage: ({ key }) => `https://${key}.pinpointhq.com/`,
  list: { kind: 'postings', field: 'data', url: ({ key }) => `https://${key}.pinpointhq.com/postings.json` },
  row: Row,
  idField: 'id',
  longTexts: ['description', 'key_responsibilities', 'skills_knowledge_expertise', 'benefits'],
  toRaw,
})

function toRaw(job: Row, _frame: unknown, { key }: Board): RawPosting {
  const { location } = job
  return {
    nativeId: job.id,
    requisitionId: job.job?.requisition_id,
    url: job.url || `https://${key}.pinpointhq.com${job.path ?? ''}`,
    title: job.title,
    department: job.job?.department?.name || job.department?.name,
    // The name is a label: a campus, a country, or `Remote`.
    places: location ? [{ city: location.city, region: location.province, text: location.name }] : [],
    workplace: { stated: [job.workplace_type] },
    employment: [job.employment_type],
    pay: job.compensation_visible ? [toPay(job)] : [],
    closes: job.deadline_at,
    body: [job.description, job.key_responsibilities, job.skills_knowledge_expertise, job.benefits]
      .filter((part) => part)
      .join('\n'),
  }
}

function toPay(job: Row): RawPay {
  return {
    min: job.compensation_minimum,
    max: job.compensation_maximum,
    currency: job.compensation_currency,
    period: job.compensation_frequency,
  }
}
