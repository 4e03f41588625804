/** The exact requests for a trust center of each provider, with the evidence for each. Notes and clients are public, as of November 2026. */

import { get, type RequestRow } from '../sandbox/recorded-requests.ts'

export interface ProviderRequests {
  readonly rows: readonly RequestRow[]
  /** What no client, recording or public code shows. */
  readonly unproved?: string
}

const json = { 'content-type': 'application/json', accept: 'application/json' }
const robots: RequestRow = { request: 'GET https://{…}/robots.txt', evidence: 'RFC 9309.' }

const proboSource = 'getprobo/probo, August 2026, with its history: the schema of the public interface.'
const compAiSource = 'trycompai/comp, August 2026: the handlers of these routes.'
const compAi = 'https://api.trycomp.ai/v1/trust-access/{…}'

export const providerRequests: Readonly<Record<string, ProviderRequests>> = {
  probo: {
    unproved: 'whether the limit of complexity (2,000 by default) is ever reached',
    rows: [
      robots,
      {
        request: 'POST https://{…}/graphql',
        headers: json,
        body: JSON.stringify({
          operationName: 'TrustCenter',
          query:
            'query TrustCenter { currentCompliancePortal { id active entityName ' +
            'publicDocuments: documents(first: 500, filter: { visibility: PUBLIC }) { edges { node { id title documentType } } pageInfo { hasNextPage endCursor } } ' +
            'restrictedDocuments: documents(first: 500, filter: { visibility: RESTRICTED }) { edges { node { id title documentType } } pageInfo { hasNextPage endCursor } } ' +
            'audits(first: 500) { edges { node { id name framework { name } } } pageInfo { hasNextPage endCursor } } ' +
            'complianceFrameworks(first: 500) { edges { node { id framework { name } } } pageInfo { hasNextPage endCursor } } ' +
            'subprocessors(first: 500) { totalCount edges { node { id name description category websiteUrl countries } } pageInfo { hasNextPage endCursor } } ' +
            'updates(first: 500) { edges { node { id title body updatedAt } } pageInfo { hasNextPage endCursor } } } }',
          variables: {},
        }),
        evidence: proboSource,
      },
    ],
  },
  comp_ai: {
    rows: [
      robots,
      get(`${compAi}/faqs`, `${compAiSource} The only one that is 404 for drafts.`),
      get(`${compAi}/overview`, `${compAiSource} Null is an empty body (NestJS 10415, 17771).`),
      get(`${compAi}/vendors`, compAiSource),
      get(`${compAi}/custom-frameworks`, compAiSource),
      get(`${compAi}/custom-links`, compAiSource),
      get('https://trust.inc/{…}', 'The public page.'),
    ],
  },
  conveyor: {
    unproved: 'one independent client sends the request of the report; no response is recorded',
    rows: [
      robots,
      get(
        'https://api.conveyor.com/public/public_vendor_reports/by_slug?slug={…}&embed_canonical_assets=true',
        'One third-party client, in five copies.',
      ),
      get('https://conveyor.com/{…}', 'The public page.'),
    ],
  },
  oneleet: {
    rows: [
      robots,
      get(
        'https://api.oneleet.com/api/v1/tenants/{…}/trust',
        'The script by which twenty syncs its own data.',
      ),
    ],
  },
  safebase: {
    unproved: 'no page is recorded',
    rows: [
      robots,
      get(
        'https://{…}.safebase.us/',
        'One client and six probe notes, July to September 2026: four 403, one 200.',
      ),
    ],
  },
  vanta: {
    rows: [
      robots,
      get('https://trust.{…}.example/', 'Nine notes and clients: the page, with `data-slugid`.'),
    ],
  },
  trustcloud: {
    unproved: 'no client and no recording of the page was found',
    rows: [robots, get('https://trust.{…}.example/', 'The page that the registry names.')],
  },
  secureframe: {
    unproved: 'public notes describe the page; no client and no recording of it was found',
    rows: [robots, get('https://{…}.secureframetrust.com/', 'Public notes: the page has the content.')],
  },
  self_hosted: {
    unproved: 'no single upstream: each page differs',
    rows: [robots, get('https://{…}/security', 'The page that the registry names.')],
  },
}

/** Of the other providers, only the page is requested that the registry names. */
export const pageRequests: ProviderRequests = {
  unproved: 'no client and no recording of the page was found',
  rows: [get('https://trust.acme.example/', 'The page that the registry names.')],
}
