/** The companies with a simulated trust center, as the trust service lists its members. */

import { companies } from './companies.ts'

export function trustMembers() {
  return companies.map(({ slug, name, website, provider, url, payloadUrl }) => ({
    id: slug,
    provider,
    name,
    website,
    url,
    ...(payloadUrl === undefined ? {} : { payload_url: payloadUrl }),
  }))
}
