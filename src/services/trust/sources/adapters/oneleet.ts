/** Oneleet: one anonymous API response per tenant, of which only the subprocessors are read. */

import { parseHost } from '../../../../core/addresses/host-names.ts'
import { type Adapter, lastSegment, parseJson, requireBody, upstreamChanged } from './adapter.ts'
import { objectsIn, textAt, textsIn, valueAt } from './json-path.ts'

const apiHost = 'api.oneleet.com'

export const oneleet: Adapter = {
  source: 'trust-oneleet',
  provider: 'oneleet',
  version: 1,
  bestEffort: false,
  hosts: [apiHost],
  steps: ({ url, handle, website }) => {
    const tenant = handle ?? (lastSegment(url) || labelOf(website))
    return [
      {
        name: 'trust',
        url: `https://${apiHost}/api/v1/tenants/${encodeURIComponent(tenant)}/trust`,
        kind: 'api_read',
      },
    ]
  },
  parse(responses) {
    const list = valueAt(parseJson(requireBody(responses, 'trust'), 'The response'), 'subprocessors')
    if (!Array.isArray(list)) throw upstreamChanged('The response has no list of subprocessors.')
    return {
      gate: 'none',
      states: { subprocessors: 'read' },
      subprocessors: objectsIn(list).map((row) => ({
        name: textAt(row, 'name') ?? '',
        website: textAt(row, 'vendorUrl'),
        purpose: textsIn(row.services).join('; ') || null,
        locations: textsIn(row.processingLocations),
        processes_personal_data: typeof row.processesPii === 'boolean' ? row.processesPii : null,
      })),
    }
  },
}

/** For a custom host, the first label of the company's domain is tried as the tenant. */
function labelOf(website: string): string {
  return (
    parseHost(website)
      ?.replace(/^www\./, '')
      .split('.')[0] ?? ''
  )
}
