/** Lever: one response per board, a bare list, times in milliseconds, free-text employment types. */

import { escapeText } from 'entities'
import { type Static, Type } from 'typebox'
import { departmentLabel } from '../../normalise/fields.ts'
import type { RawPosting } from '../../normalise/to-posting.ts'
import { boardStatusRules } from '../board-statuses.ts'
import { defineSingleRequestBoard } from '../define-board-source.ts'
import { nullish, text } from '../formats/json-fields.ts'
import type { Board } from '../members/boards.ts'

const Row = Type.Object({
  id: text,
  text,
  createdAt: nullish(Type.Number()),
  country: nullish(text),
  workplaceType: nullish(text),
  hostedUrl: text,
  categories: nullish(
    Type.Object({
      commitment: nullish(text),
      department: nullish(text),
      team: nullish(text),
      location: nullish(text),
      allLocations: nullish(Type.Array(text)),
    }),
  ),
  salaryRange: nullish(
    Type.Object({
      min: nullish(Type.Number()),
      max: nullish(Type.Number()),
      currency: nullish(text),
      interval: nullish(text),
    }),
  ),
  opening: nullish(text),
  descriptionBody: nullish(text),
  description: nullish(text),
  lists: nullish(Type.Array(Type.Object({ text: nullish(text), content: nullish(text) }))),
  additional: nullish(text),
})
type Row = Static<typeof Row>

export const lever = defineSingleRequestBoard({
  id: 'lever',
  about: {
    name: 'Lever',
    home: 'https://www.lever.co',
    terms: 'Public postings interface, meant for showing postings elsewhere.',
  },
  baseUrl: 'https://api.lever.co',
  hosts: ['api.eu.lever.co', 'jobs.lever.co', 'jobs.eu.lever.co'],
  // The robots.txt of the host asks for a second between requests.
  polite: { atOnce: 1, gapMs: 1000 },
  statusRules: boardStatusRules({ vendorSites: ['lever.co'] }),
  careersPage: (board) => `https://jobs.${siteOf(board)}`,
  list: {
    kind: 'postings',
    url: (board) => `https://api.${siteOf(board, '/v0/postings')}?mode=json`,
  },
  row: Row,
  idField: 'id',
  longTexts: ['opening', 'descriptionBody', 'description', 'lists', 'additional'],
  toRaw,
})

/** Keys of European sites have the form `eu/acme`; they do not exist at the other host. */
function siteOf({ key }: Board, path = ''): string {
  const [region, site] = key.startsWith('eu/') ? ['eu.', key.slice(3)] : ['', key]
  return `${region}lever.co${path}/${encodeURIComponent(site)}`
}

function toRaw(job: Row): RawPosting {
  const { categories, salaryRange } = job
  const all = categories?.allLocations ?? []
  const places = all.length > 0 ? all : [categories?.location]
  return {
    nativeId: job.id,
    url: job.hostedUrl,
    title: job.text,
    department: [categories?.department, categories?.team].find(
      (name) => departmentLabel(name) !== undefined,
    ),
    // The country belongs to the first place only.
    places: places.map((place, at) => ({ text: place, ...(at === 0 ? { country: job.country } : {}) })),
    workplace: { stated: [job.workplaceType] },
    employment: [categories?.commitment],
    pay: salaryRange ? [{ ...salaryRange, period: salaryRange.interval }] : [],
    posted: job.createdAt,
    body: [
      job.opening,
      job.descriptionBody ?? job.description,
      ...(job.lists ?? []).map(
        ({ text: heading, content }) => `<h3>${escapeText(heading ?? '')}</h3><ul>${content ?? ''}</ul>`,
      ),
      job.additional,
    ].join('\n'),
  }
}
