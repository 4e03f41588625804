/** Probo portals: they answer the anonymous query, in pages, and refuse one with unknown fields as a whole. */

import { json, type Reply } from '../../host.ts'
import type { TrustCenter } from '../trust-center.ts'

/** The server returns no more, whatever is asked for. */
const pageLengthMax = 500

/** What a row of each connection has. A document does not say how visible it is: that is only a filter. */
const rowFields: Readonly<Record<string, readonly string[]>> = {
  documents: ['id', 'title', 'documentType', 'alias', 'isUserAuthorized', 'access'],
  audits: ['id', 'name', 'framework', 'reportFile'],
  complianceFrameworks: ['id', 'framework'],
  subprocessors: ['id', 'name', 'description', 'category', 'websiteUrl', 'privacyPolicyUrl', 'countries'],
  updates: ['id', 'title', 'body', 'updatedAt'],
}

const connectionPattern =
  /(?:(\w+): )?(\w+)\(first: (\d+)(?:, after: "(\w*)")?(?:, filter: \{ visibility: (\w+) \})?\) \{ (?:totalCount )?edges \{ node \{ ([\w {}]*?) \} \}(?: \})?( pageInfo)?/g

/** `isOlder`: an installation from before 21 July 2026, with another root and without the filter. */
export function proboReply(center: TrustCenter, body: string, isOlder = false): Reply {
  const root = isOlder ? 'currentTrustCenter' : 'currentCompliancePortal'
  const query = queryOf(body)
  if (!query.includes(`{ ${root} {`)) return refusal(`Cannot query the root field: expected "${root}".`)
  const portal: Record<string, unknown> = {
    id: `portal_${center.company.slug}`,
    active: !center.isBlocked(0.1),
    entityName: center.company.name,
  }
  for (const match of query.matchAll(connectionPattern)) {
    const [, alias, field = '', first, after, visibility, row = '', withPageInfo] = match
    const known = rowFields[field]
    if (known === undefined) return refusal(`Cannot query field "${field}".`)
    if (isOlder && visibility !== undefined) return refusal('Unknown argument "filter".')
    const unknown = row
      .replaceAll(/\{[^}]*\}?/g, '')
      .split(' ')
      .find((name) => name !== '' && !known.includes(name))
    if (unknown !== undefined) return refusal(`Cannot query field "${unknown}".`)
    const nodes = nodesOf(center, field, visibility)
    const { pageInfo, ...list } = page(nodes, Math.min(pageLengthMax, Number(first)), Number(after ?? 0))
    portal[alias ?? field] = withPageInfo === undefined ? list : { ...list, pageInfo }
  }
  return json({ data: { [root]: portal } })
}

function queryOf(body: string): string {
  try {
    return String(JSON.parse(body).query).replaceAll(/\s+/g, ' ')
  } catch {
    return ''
  }
}

/** One mistake costs the whole query. */
function refusal(message: string): Reply {
  const errors = [{ message, extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }]
  return json({ errors, data: null }, { status: 422 })
}

function page(nodes: readonly object[], length: number, start: number) {
  const rows = nodes.slice(start, start + length)
  const end = start + rows.length
  return {
    totalCount: nodes.length,
    edges: rows.map((node, index) => ({ cursor: String(start + index + 1), node })),
    pageInfo: { hasNextPage: end < nodes.length, endCursor: rows.length === 0 ? null : String(end) },
  }
}

function nodesOf(center: TrustCenter, field: string, visibility: string | undefined): object[] {
  switch (field) {
    case 'documents':
      return center
        .documents()
        .filter(({ isPublic }) => visibility === undefined || isPublic === (visibility === 'PUBLIC'))
        .map(({ title, isPublic }, index) => ({
          id: `doc_${index}`,
          title,
          documentType: 'POLICY',
          isUserAuthorized: isPublic,
        }))
    case 'complianceFrameworks':
      return center
        .certifications()
        .map(({ label }, index) => ({ id: `fw_${index}`, framework: { name: label } }))
    case 'subprocessors':
      return center.vendors().map(({ name, website, purpose, locations }) => ({
        id: `tp_${name}`,
        name,
        description: purpose,
        category: 'CLOUD',
        websiteUrl: website || null,
        countries: locations.length === 0 ? ['GLOBAL'] : locations,
      }))
    case 'updates':
      return center
        .updates()
        .map(({ id, title, body, at }) => ({ id, title, body, updatedAt: new Date(at).toISOString() }))
    default:
      return []
  }
}
