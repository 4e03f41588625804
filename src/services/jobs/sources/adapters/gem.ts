/** Gem: the whole board in one response, with its texts; the body is the list. */

import { type Static, Type } from 'typebox'
import type { RawPosting } from '../../normalise/to-posting.ts'
import { boardStatusRules } from '../board-statuses.ts'
import { defineSingleRequestBoard } from '../define-board-source.ts'
import { nullish, text } from '../formats/json-fields.ts'

const Named = nullish(Type.Object({ name: nullish(text) }))

const Row = Type.Object({
  /** Digits, or letters and digits. */
  id: Type.String({ minLength: 1 }),
  requisition_id: nullish(text),
  title: text,
  absolute_url: text,
  departments: nullish(Type.Array(Type.Object({ name: nullish(text) }))),
  location: Named,
  offices: nullish(Type.Array(Type.Object({ name: nullish(text), location: Named }))),
  location_type: nullish(text),
  employment_type: nullish(text),
  first_published_at: nullish(text),
  content: nullish(text),
})
type Row = Static<typeof Row>

export const gem = defineSingleRequestBoard({
  id: 'gem',
  about: {
    name: 'Gem',
    home: 'https://www.gem.com',
    terms: 'Public Job Board API, which the vendor documents for showing postings elsewhere.',
  },
  baseUrl: 'https://api.gem.com',
  hosts: ['api.gem.com', 'jobs.gem.com'],
  // Documented: 20 requests per second with a key.
  polite: { atOnce: 1, gapMs: 1000 },
  statusRules: boardStatusRules({ vendorSites: ['gem.com'] }),
  careersPage: ({ key }) => `https://jobs.gem.com/${encodeURIComponent(key)}`,
  list: {
    kind: 'posts',
    // With a slash at the end.
    url: ({ key }, baseUrl) => `${baseUrl}/job_board/v0/${encodeURIComponent(key)}/job_posts/`,
  },
  row: Row,
  idField: 'id',
  longTexts: ['content'],
  toRaw,
})

function toRaw(post: Row): RawPosting {
  const offices = (post.offices ?? []).map(({ name, location }) => location?.name || name).filter(Boolean)
  const places = offices.length > 0 ? offices : [post.location?.name]
  return {
    nativeId: post.id,
    requisitionId: post.requisition_id,
    url: post.absolute_url,
    title: post.title,
    department: post.departments?.[0]?.name,
    places: places.map((place) => ({ text: place })),
    workplace: { stated: [post.location_type] },
    employment: [post.employment_type],
    posted: post.first_published_at,
    body: post.content,
  }
}
