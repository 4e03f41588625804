/** The trust centers of the pretend internet: who has one, and the hosts that answer. */

import { pretendCompanies } from './companies.ts'

export { trustHosts } from './hosts.ts'
export { trustNameTarget } from './names.ts'

/** As the trust service lists its members. */
export function trustMembers() {
  return pretendCompanies.map(({ slug, name, website, provider, url, payloadUrl }) => ({
    id: slug,
    provider,
    name,
    website,
    url,
    ...(payloadUrl === undefined ? {} : { payload_url: payloadUrl }),
  }))
}
