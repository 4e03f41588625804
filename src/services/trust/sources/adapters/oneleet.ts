/** Oneleet: one anonymous answer per tenant. Only its subprocessors are known well enough to be read. */

import { hostOf } from '../../normalise/vendors/domain.ts'
import { answerOf, changed, lastSegment, parseJson, type Reader } from './adapter.ts'
import { at, rowsOf, textAt, textsOf } from './json-path.ts'

const apiHost = 'api.oneleet.com'

export const oneleet: Reader = {
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
  parse(answers) {
    const list = at(parseJson(answerOf(answers, 'trust'), 'The answer'), 'subprocessors')
    if (!Array.isArray(list)) throw changed('The answer holds no list of subprocessors.')
    return {
      gate: 'none',
      states: { subprocessors: 'read' },
      subprocessors: rowsOf(list).map((row) => ({
        name: textAt(row, 'name') ?? '',
        website: textAt(row, 'vendorUrl'),
        purpose: textsOf(row.services).join('; ') || null,
        locations: textsOf(row.processingLocations),
        processes_personal_data: typeof row.processesPii === 'boolean' ? row.processesPii : null,
      })),
    }
  },
}

/** Behind a host of its own the tenant is tried once under the label of the company's domain. */
function labelOf(website: string): string {
  return (
    hostOf(website)
      ?.replace(/^www\./, '')
      .split('.')[0] ?? ''
  )
}
