/** The companies with a simulated trust center, as the trust service lists its members. */

import { pretendCompanies } from './companies.ts'

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
