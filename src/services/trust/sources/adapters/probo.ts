/** Probo: one anonymous GraphQL query to the center's host, without personal data. */

import type { Findings } from '../../normalise/findings.ts'
import { type Adapter, parseJson, requireBody, upstreamChanged } from './adapter.ts'
import { connectionNodes, hasMorePages, isObject, textAt, textsIn, valueAt } from './json-path.ts'

const rowsMax = {
  documents: 500,
  audits: 100,
  complianceFrameworks: 100,
  subprocessors: 1000,
  updates: 100,
} as const

const query = `query TrustCenter {
  currentCompliancePortal {
    id active slug entityName websiteUrl
    documents(first: ${rowsMax.documents}) { edges { node { id title documentType visibility } } }
    audits(first: ${rowsMax.audits}) { edges { node { id name framework { name } } } }
    complianceFrameworks(first: ${rowsMax.complianceFrameworks}) { edges { node { id framework { name } } } }
    subprocessors(first: ${rowsMax.subprocessors}) { totalCount edges { node { id name description category websiteUrl countries } } }
    updates(first: ${rowsMax.updates}) { edges { node { id title body updatedAt } } }
  }
}`

export const probo: Adapter = {
  source: 'trust-probo',
  provider: 'probo',
  version: 1,
  bestEffort: false,
  hosts: [],
  steps: ({ url }) => [
    {
      name: 'portal',
      url: new URL('/graphql', url).href,
      kind: 'api_read',
      body: { operationName: 'TrustCenter', query, variables: {} },
    },
  ],
  parse(responses) {
    const response = parseJson(requireBody(responses, 'portal'), 'The response')
    const portal = valueAt(response, 'data', 'currentCompliancePortal')
    if (!isObject(portal)) throw upstreamChanged('The response has no portal.')
    if (portal.active === false) return { gate: 'login', states: {} }
    return parsePortal(portal)
  },
}

function parsePortal(portal: Readonly<Record<string, unknown>>): Findings {
  const documents = connectionNodes(portal.documents)
  const frameworks = connectionNodes(portal.complianceFrameworks)
  const audits = connectionNodes(portal.audits)
  const subprocessors = connectionNodes(portal.subprocessors)
  const updates = connectionNodes(portal.updates)
  const isCut = (list: keyof typeof rowsMax) =>
    hasMorePages(portal[list]) || (connectionNodes(portal[list])?.length ?? 0) >= rowsMax[list]
  const isRead = (rows: unknown) => (rows === undefined ? ('not_read' as const) : ('read' as const))
  return {
    gate: 'none',
    company: textAt(portal, 'entityName'),
    states: {
      certifications: isRead(frameworks ?? audits),
      subprocessors: isRead(subprocessors),
      documents: isRead(documents),
      security_updates: isRead(updates),
    },
    incomplete: [
      ...(isCut('complianceFrameworks') || isCut('audits') ? (['certifications'] as const) : []),
      ...(isCut('subprocessors') ? (['subprocessors'] as const) : []),
      ...(isCut('documents') ? (['documents'] as const) : []),
      ...(isCut('updates') ? (['security_updates'] as const) : []),
    ],
    certifications: [...(frameworks ?? []), ...(audits ?? [])].flatMap((row) => {
      const label = textAt(row, 'framework', 'name')
      return label === null ? [] : [{ label }]
    }),
    subprocessors: (subprocessors ?? []).map((row) => ({
      name: textAt(row, 'name') ?? '',
      website: textAt(row, 'websiteUrl'),
      purpose: textAt(row, 'description'),
      category: textAt(row, 'category'),
      locations: textsIn(row.countries),
    })),
    documents: (documents ?? []).map((row) => ({
      title: textAt(row, 'title') ?? '',
      category: textAt(row, 'documentType'),
      access: row.visibility === 'PUBLIC' ? ('public' as const) : ('request' as const),
    })),
    security_updates: (updates ?? []).flatMap((row) => {
      const key = textAt(row, 'id')
      const title = textAt(row, 'title')
      if (key === null || title === null) return []
      return [{ key, title, body: textAt(row, 'body'), updated_at: textAt(row, 'updatedAt') }]
    }),
  }
}
