/** Probo: anonymous GraphQL queries to the center's host, without personal data; lists in pages. */

import { isFailure } from '../../../../core/errors.ts'
import type { DocumentFinding, Findings } from '../../normalise/findings.ts'
import type { TrustMember } from '../../schema/records.ts'
import { type Adapter, type FetchStep, parseJson, type ResponseBodies, upstreamChanged } from './adapter.ts'
import { connectionNodes, isObject, type Json, textAt, textsIn, valueAt } from './json-path.ts'

/** Servers return at most so many rows, whatever is asked for. */
const rowsMax = 500

type Connection =
  | 'publicDocuments'
  | 'restrictedDocuments'
  | 'documents'
  | 'audits'
  | 'complianceFrameworks'
  | 'subprocessors'
  | 'updates'

/** By the name of the result: the field, its filter, and what is read of each row. Documents do not say how visible they are. */
const connections: Readonly<Record<Connection, readonly [field: string, filter: string, row: string]>> = {
  publicDocuments: ['documents', 'filter: { visibility: PUBLIC }', 'id title documentType'],
  restrictedDocuments: ['documents', 'filter: { visibility: RESTRICTED }', 'id title documentType'],
  documents: ['documents', '', 'id title documentType isUserAuthorized'],
  audits: ['audits', '', 'id name framework { name }'],
  complianceFrameworks: ['complianceFrameworks', '', 'id framework { name }'],
  subprocessors: ['subprocessors', '', 'id name description category websiteUrl countries'],
  updates: ['updates', '', 'id title body updatedAt'],
}

interface Version {
  /** Begins the names of its steps. */
  readonly name: string
  readonly root: string
  readonly path: string
  readonly lists: readonly Connection[]
}

const rest = ['audits', 'complianceFrameworks', 'subprocessors', 'updates'] as const
const versions: readonly Version[] = [
  {
    name: 'portal',
    root: 'currentCompliancePortal',
    path: '/graphql',
    lists: ['publicDocuments', 'restrictedDocuments', ...rest],
  },
  // Installations from before 21 July 2026.
  {
    name: 'center',
    root: 'currentTrustCenter',
    path: '/api/trust/v1/graphql',
    lists: ['documents', ...rest],
  },
]

/** `after`: the cursors of the lists to continue; without it all lists from their start. */
function toStep(version: Version, { url }: TrustMember, page: number, after?: Cursors): FetchStep {
  const lists = version.lists
    .filter((list) => after?.has(list) ?? true)
    .map((list) => {
      const [field, filter, row] = connections[list]
      const cursor = after?.get(list)
      const options = [
        `first: ${rowsMax}`,
        ...(cursor === undefined ? [] : [`after: ${JSON.stringify(cursor)}`]),
        ...(filter === '' ? [] : [filter]),
      ]
      const name = list === field ? '' : `${list}: `
      const total = list === 'subprocessors' ? 'totalCount ' : ''
      return `${name}${field}(${options.join(', ')}) { ${total}edges { node { ${row} } } pageInfo { hasNextPage endCursor } }`
    })
  const query = `query TrustCenter { ${version.root} { id active entityName ${lists.join(' ')} } }`
  return {
    name: page === 1 ? version.name : `${version.name}-${page}`,
    url: new URL(version.path, url).href,
    kind: 'api_read',
    body: { operationName: 'TrustCenter', query, variables: {} },
  }
}

type Cursors = ReadonlyMap<Connection, string>
type Portal = Readonly<Record<string, unknown>>

/** The pages of the version that responded. */
function pagesOf(responses: ResponseBodies): {
  readonly version: Version
  readonly pages: readonly Portal[]
} {
  for (const version of versions) {
    const pages: Portal[] = []
    for (let page = 1; ; page++) {
      const body = responses.get(page === 1 ? version.name : `${version.name}-${page}`)
      if (body === undefined) break
      const portal = valueAt(parseJson(body, 'The response'), 'data', version.root)
      if (!isObject(portal)) throw upstreamChanged('The response has no portal.')
      pages.push(portal)
    }
    if (pages.length > 0) return { version, pages }
  }
  throw upstreamChanged('The response is missing.')
}

/** Where the lists of a page continue. */
function cursorsOf({ lists }: Version, page: Portal | undefined): Cursors {
  const cursors = new Map<Connection, string>()
  for (const list of lists) {
    const cursor = textAt(page, list, 'pageInfo', 'endCursor')
    if (valueAt(page, list, 'pageInfo', 'hasNextPage') === true && cursor !== null) cursors.set(list, cursor)
  }
  return cursors
}

export const probo: Adapter = {
  source: 'trust-probo',
  provider: 'probo',
  version: 2,
  bestEffort: false,
  hosts: [],
  steps(member) {
    const [current, earlier] = versions.map((version) => toStep(version, member, 1))
    return current === undefined ? [] : [{ ...current, ...(earlier && { older: earlier }) }]
  },
  nextStep(responses, member) {
    try {
      const { version, pages } = pagesOf(responses)
      const cursors = cursorsOf(version, pages.at(-1))
      return cursors.size === 0 ? undefined : toStep(version, member, pages.length + 1, cursors)
    } catch (thrown) {
      // What cannot be parsed is reported when the responses are mapped.
      if (!isFailure(thrown)) throw thrown
      return undefined
    }
  },
  parse(responses) {
    const { version, pages } = pagesOf(responses)
    if (pages[0]?.active === false) return { gate: 'login', states: {} }
    return parsePortal(version, pages)
  },
}

function parsePortal(version: Version, pages: readonly Portal[]): Findings {
  /** Undefined if the center has no such list. */
  const rowsOf = (list: Connection) => {
    const lists = pages.flatMap((page) => connectionNodes(page[list]) ?? [])
    return connectionNodes(pages[0]?.[list]) === undefined ? undefined : lists
  }
  const unread = cursorsOf(version, pages.at(-1))
  const isCut = (...lists: Connection[]) => lists.some((list) => unread.has(list))
  const frameworks = rowsOf('complianceFrameworks')
  const audits = rowsOf('audits')
  const subprocessors = rowsOf('subprocessors')
  const updates = rowsOf('updates')
  const total = Number(valueAt(pages[0], 'subprocessors', 'totalCount') ?? 0)
  const documents = documentsOf(rowsOf)
  const isRead = (rows: unknown) => (rows === undefined ? ('not_read' as const) : ('read' as const))
  return {
    gate: 'none',
    company: textAt(pages[0], 'entityName'),
    states: {
      certifications: isRead(frameworks ?? audits),
      subprocessors: isRead(subprocessors),
      documents: isRead(documents),
      security_updates: isRead(updates),
    },
    incomplete: [
      ...(isCut('complianceFrameworks', 'audits') ? (['certifications'] as const) : []),
      ...(isCut('subprocessors') || total > (subprocessors?.length ?? 0) ? (['subprocessors'] as const) : []),
      ...(isCut('documents', 'publicDocuments', 'restrictedDocuments') ? (['documents'] as const) : []),
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
    documents: documents ?? [],
    security_updates: (updates ?? []).flatMap((row) => {
      const key = textAt(row, 'id')
      const title = textAt(row, 'title')
      if (key === null || title === null) return []
      return [{ key, title, body: textAt(row, 'body'), updated_at: textAt(row, 'updatedAt') }]
    }),
  }
}

/** Undefined if no list of documents could be read. */
function documentsOf(rowsOf: (list: Connection) => Json[] | undefined): DocumentFinding[] | undefined {
  const lists = (['publicDocuments', 'restrictedDocuments', 'documents'] as const).flatMap((list) => {
    const rows = rowsOf(list)
    return rows === undefined ? [] : [rows.map((row) => toDocument(row, list === 'publicDocuments'))]
  })
  return lists.length === 0 ? undefined : lists.flat()
}

function toDocument(row: Json, isPublic: boolean): DocumentFinding {
  return {
    title: textAt(row, 'title') ?? '',
    category: textAt(row, 'documentType'),
    access: isPublic || row.isUserAuthorized === true ? ('public' as const) : ('request' as const),
  }
}
