/** All values of a field among the jobs of a search, with their counts. */

import { html } from '../../../../http/pages/html.ts'
import { nothingCollected } from '../../../../http/pages/nothing-collected.ts'
import { renderPage } from '../../../../http/pages/page.ts'
import { requestLink } from '../../../../http/pages/request-link.ts'
import type { Facets } from '../../queries/facets.ts'
import type { JobFilter } from '../../queries/filters.ts'
import type { FacetField } from '../../schema/job-posting.ts'
import { formatNumber } from '../collection-pages/wording.ts'
import { toQueryString } from './search-links.ts'
import { facetList, titleOf } from './search-page.ts'
import { searchTitle } from './wording.ts'

export interface FacetPage {
  readonly filter: JobFilter
  readonly field: FacetField
  readonly facets: Facets
  /** The relative path to the pages of jobs. */
  readonly up: '' | '../'
  readonly isEmpty: boolean
}

/** `countries`; one of them has no plural. */
function valuesText(field: FacetField): string {
  return field === 'seniority' ? 'levels' : titleOf(field).toLowerCase()
}

export function facetPage({ filter, field, facets, up, isEmpty }: FacetPage): string {
  const { rows, values, total, not_stated } = facets
  const query = toQueryString(filter)
  const left = values - rows.length
  return renderPage({
    title: field === 'company' && query === '' ? 'Companies with open jobs' : titleOf(field),
    fullTitle: `${titleOf(field)}: ${searchTitle(filter)}`,
    section: 'jobs',
    description: `${titleOf(field)} of ${formatNumber(total)} job postings.`,
    crumb: html`Counts of the search <a href="${up}jobs${query}">${searchTitle(filter)}</a>.`,
    lead: `${formatNumber(values)} ${values === 1 ? 'value' : valuesText(field)} among ${formatNumber(total)} postings`,
    body: html`${isEmpty ? nothingCollected('job boards') : undefined}
<div class="facets flow">${facetList(filter, field, rows, not_stated, up)}</div>
${left > 0 ? html`<p class="soft">${formatNumber(left)} that are less frequent are not shown.</p>` : undefined}`,
    data: [
      requestLink({
        href: `${up}v1/jobs/facets/${field}${query}`,
        call: 'data.jobFacetsBy',
        path: '/job-postings/v1/jobs/facets/{by}',
      }),
    ],
  })
}
