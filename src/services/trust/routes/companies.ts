/** What coverage records link to: companies, trust centers with their records, sources, vendors, frameworks, changes. */

import { Type } from 'typebox'
import { Failure } from '../../../core/errors.ts'
import { oneOf, withDefault } from '../../../http/openapi/fields.ts'
import { docReply, type Reply } from '../../../http/reply.ts'
import { type AnyRoute, defineRoute } from '../../../http/route.ts'
import { documentKinds } from '../normalise/document-kind.ts'
import { type Framework, frameworks } from '../normalise/frameworks/catalogue.ts'
import { frameworkById, toFrameworkId } from '../normalise/frameworks/resolve.ts'
import {
  accessLevels,
  accessProfiles,
  certificationStatuses,
  changeTypes,
  gates,
  severities,
  sourceKinds,
  sourceStatuses,
  surfaces,
} from '../normalise/vocabulary.ts'
import { readCompanies } from '../queries/companies.ts'
import { readCenterRecords, readCompanyItems } from '../queries/items.ts'
import { readDoc } from '../queries/listing.ts'
import {
  readCenters,
  readChanges,
  readFrameworkCounts,
  readSources,
  readVendors,
  vendorKey,
} from '../queries/trust-centers.ts'
import { OffsetPagination } from '../schema/coverage.ts'
import {
  Company,
  FrameworkEntry,
  itemSchemas,
  TrustCenter,
  TrustCenterWithRecords,
  TrustChange,
  TrustSource,
  Vendor,
} from '../schema/resources.ts'
import type { TrustDb } from '../schema/tables.ts'
import { changesFeed } from './changes-feed.ts'
import { trustCache } from './coverage.ts'
import { enumList, validateEnumLists } from './enum-list.ts'
import { offsetPage, offsetParams } from './offset-page.ts'

const listOptions = {
  extra: { pagination: OffsetPagination },
  access: 'optional',
  cache: trustCache,
} as const satisfies Partial<AnyRoute>

function textParam(description: string, examples: readonly string[] = []) {
  return Type.Optional(Type.String({ minLength: 1, maxLength: 200, description, examples: [...examples] }))
}

/** A day or an instant. */
function timeParam(description: string) {
  return Type.Optional(
    Type.String({
      maxLength: 40,
      anyOf: [{ format: 'date' }, { format: 'date-time' }],
      description: `${description} A day or an instant.`,
      examples: ['2026-11-01'],
    }),
  )
}

const providerParam = textParam('Providers by id, with commas between.', ['oneleet'])

export function resourceRoutes(db: TrustDb): AnyRoute[] {
  return [
    ...companyRoutes(db),
    ...centerRoutes(db),
    ...vendorRoutes(db),
    ...frameworkRoutes(db),
    ...changeRoutes(db),
  ]
}

const companyQuery = Type.Object({
  provider: providerParam,
  q: textParam('Beginning of the name.', ['acme']),
  domain: textParam('The registered domain.', ['example.com']),
  certification: textParam('Frameworks by id, name or alias; all of them, with commas between.', [
    'soc2_type2',
  ]),
  certification_status: Type.Optional(
    oneOf(certificationStatuses, { description: 'Of what `certification` names; `held` unless given.' }),
  ),
  subprocessor: textParam('Companies that list these vendors, by id, domain or name; all of them.', [
    'openai',
  ]),
  without_subprocessor: textParam('Companies whose list was read and does not name this vendor.', ['openai']),
  access_level: enumList(accessLevels, 'Of any of its trust centers.'),
  document_kind: enumList(documentKinds, 'Companies that show such a document.'),
  has: enumList(surfaces, 'With at least one row of each.'),
  missing: enumList(surfaces, 'Read, and empty.'),
  updated_after: timeParam('Something about it changed later.'),
  sort: withDefault(oneOf(['name', '-last_changed_at']), 'name'),
  ...offsetParams,
})

const companyLists = {
  access_level: accessLevels,
  document_kind: documentKinds,
  has: surfaces,
  missing: surfaces,
}

function companyRoutes(db: TrustDb): AnyRoute[] {
  const params = Type.Object({ company_id: Type.String({ maxLength: 80 }) })
  const requireCompany = async (id: string) =>
    requireDoc(await readDoc(db, 'trust_company', id), 'company', 'company_id')
  return [
    defineRoute({
      method: 'GET',
      path: '/v1/companies',
      id: 'listTrustCompanies',
      tag: 'Companies',
      summary: 'Companies that have trust centers, by name',
      query: companyQuery,
      response: { rows: Company },
      ...listOptions,
      handle: async ({ query }) => {
        validateEnumLists(query, companyLists)
        if (query.certification_status !== undefined && query.certification === undefined) {
          throw new Failure('invalid_request', 'A certification_status needs a certification.', {
            details: { parameter: 'certification', in: 'query', expected: 'has to be given' },
          })
        }
        return offsetPage(await readCompanies(db, query), query)
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/v1/companies/:company_id',
      id: 'getTrustCompany',
      tag: 'Companies',
      summary: 'One company',
      params,
      response: { data: Company },
      access: 'optional',
      cache: trustCache,
      handle: async ({ params: { company_id } }) => docReply(await requireCompany(company_id)),
    }),
    ...surfaces.map((surface) =>
      defineRoute({
        method: 'GET',
        path: `/v1/companies/:company_id/${surface.replace('_', '-')}`,
        id: `listCompany${surface.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())}`,
        tag: 'Companies',
        summary: `${surface[0]?.toUpperCase()}${surface.slice(1).replace('_', ' ')} a company publishes`,
        params,
        query: Type.Object(offsetParams),
        response: { rows: itemSchemas[surface] },
        ...listOptions,
        handle: async ({ params: { company_id }, query }) => {
          await requireCompany(company_id)
          return offsetPage(await readCompanyItems(db, company_id, surface, query), query)
        },
      }),
    ),
    defineRoute({
      method: 'GET',
      path: '/v1/companies/:company_id/changes',
      id: 'listCompanyChanges',
      tag: 'Companies',
      summary: 'What changed at one company, newest first',
      params,
      query: Type.Object(offsetParams),
      response: { rows: TrustChange },
      ...listOptions,
      handle: async ({ params: { company_id }, query }) => {
        await requireCompany(company_id)
        return offsetPage(await readChanges(db, { ...query, company: company_id }), query)
      },
    }),
  ]
}

function centerRoutes(db: TrustDb): AnyRoute[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/v1/trust-centers',
      id: 'listTrustCenters',
      tag: 'Trust centers',
      summary: 'Trust centers, by host',
      query: Type.Object({
        provider: providerParam,
        company: textParam('A company by id.'),
        access_level: enumList(accessLevels, 'How open it is.'),
        access_profile: Type.Optional(oneOf(accessProfiles)),
        gate: Type.Optional(oneOf(gates)),
        readable: Type.Optional(Type.Boolean()),
        host: textParam('Its host.', ['trust.example.com']),
        ...offsetParams,
      }),
      response: { rows: TrustCenter },
      ...listOptions,
      handle: async ({ query }) => {
        validateEnumLists(query, { access_level: accessLevels })
        return offsetPage(await readCenters(db, query), query)
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/v1/trust-centers/:trust_center_id',
      id: 'getTrustCenter',
      tag: 'Trust centers',
      summary: 'One trust center with its records',
      params: Type.Object({ trust_center_id: Type.String({ maxLength: 80 }) }),
      response: { data: TrustCenterWithRecords },
      access: 'optional',
      cache: trustCache,
      handle: async ({ params: { trust_center_id: id } }) => {
        const doc = requireDoc(await readDoc(db, 'trust_center', id), 'trust center', 'trust_center_id')
        return docReply(`${doc.slice(0, -1)},"records":${await readCenterRecords(db, id)}}`)
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/v1/sources',
      id: 'listTrustSources',
      tag: 'Trust centers',
      summary: 'Where everything is known from',
      query: Type.Object({
        provider: providerParam,
        trust_center: textParam('A trust center by id.'),
        kind: Type.Optional(oneOf(sourceKinds)),
        status: Type.Optional(oneOf(sourceStatuses)),
        ...offsetParams,
      }),
      response: { rows: TrustSource },
      ...listOptions,
      handle: async ({ query }) => offsetPage(await readSources(db, query), query),
    }),
  ]
}

function vendorRoutes(db: TrustDb): AnyRoute[] {
  const params = Type.Object({
    vendor_id: Type.String({
      maxLength: 120,
      description: 'An id, a domain or a name.',
      examples: ['openai'],
    }),
  })
  const requireVendor = async (text: string) =>
    requireDoc(await readDoc(db, 'trust_vendor', vendorKey(text)), 'vendor', 'vendor_id')
  return [
    defineRoute({
      method: 'GET',
      path: '/v1/subprocessors',
      id: 'listVendors',
      tag: 'Subprocessors',
      summary: 'Vendors that companies list as subprocessors, most used first',
      query: Type.Object({
        q: textParam('Beginning of the name.', ['open']),
        domain: textParam('Its domain.', ['openai.com']),
        parent: textParam('The group it belongs to.', ['google']),
        min_companies: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000_000 })),
        ...offsetParams,
      }),
      response: { rows: Vendor },
      ...listOptions,
      handle: async ({ query }) => offsetPage(await readVendors(db, query), query),
    }),
    defineRoute({
      method: 'GET',
      path: '/v1/subprocessors/:vendor_id',
      id: 'getVendor',
      tag: 'Subprocessors',
      summary: 'One vendor',
      params,
      response: { data: Vendor },
      access: 'optional',
      cache: trustCache,
      handle: async ({ params: { vendor_id } }) => docReply(await requireVendor(vendor_id)),
    }),
    defineRoute({
      method: 'GET',
      path: '/v1/subprocessors/:vendor_id/companies',
      id: 'listVendorCompanies',
      tag: 'Subprocessors',
      summary: 'Who relies on a vendor',
      params,
      query: Type.Object(offsetParams),
      response: { rows: Company },
      ...listOptions,
      handle: async ({ params: { vendor_id }, query }) => {
        await requireVendor(vendor_id)
        const filter = { subprocessor: vendorKey(vendor_id), sort: 'name' } as const
        return offsetPage(await readCompanies(db, { ...query, ...filter }), query)
      },
    }),
  ]
}

function frameworkRoutes(db: TrustDb): AnyRoute[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/v1/frameworks',
      id: 'listFrameworks',
      tag: 'Frameworks',
      summary: 'The catalogue of certifications and frameworks',
      query: Type.Object({
        family: textParam('For example soc, iso, privacy.', ['soc']),
        q: textParam('A name or alias.', ['SOC 2 Type II']),
        ...offsetParams,
      }),
      response: { rows: FrameworkEntry },
      ...listOptions,
      handle: async ({ query }) => {
        const counts = await readFrameworkCounts(db)
        const { family, q } = query
        const fitting = frameworks
          .filter((framework) => family === undefined || framework.family === family)
          .filter((framework) => q === undefined || framework.id === toFrameworkId(q))
        const shown = fitting.slice(query.offset, query.offset + query.limit)
        return offsetPage(
          { total: fitting.length, docs: shown.map((item) => toFrameworkDoc(item, counts)) },
          query,
        )
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/v1/frameworks/:framework_id',
      id: 'getFramework',
      tag: 'Frameworks',
      summary: 'One certification or framework',
      params: Type.Object({ framework_id: Type.String({ maxLength: 120, examples: ['soc2_type2'] }) }),
      response: { data: FrameworkEntry },
      access: 'optional',
      cache: trustCache,
      handle: async ({ params: { framework_id } }): Promise<Reply> => {
        const framework = frameworkById(toFrameworkId(framework_id))
        if (!framework) throw notFound('framework', 'framework_id')
        return docReply(toFrameworkDoc(framework, await readFrameworkCounts(db)))
      },
    }),
  ]
}

function changeRoutes(db: TrustDb): AnyRoute[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/v1/changes',
      id: 'listTrustChanges',
      tag: 'Changes',
      summary: 'What changed at trust centers, newest first',
      query: Type.Object({
        since: timeParam('Changes that were seen then or later.'),
        type: enumList(changeTypes, 'Kinds of change.'),
        severity: Type.Optional(oneOf(severities)),
        provider: providerParam,
        company: textParam('A company by id.'),
        subprocessor: textParam('A vendor by id, domain or name.', ['openai']),
        certification: textParam('A framework by id, name or alias.', ['soc2_type2']),
        ...offsetParams,
      }),
      response: { rows: TrustChange },
      hasFeed: true,
      ...listOptions,
      handle: async ({ query, rawQuery }) => {
        validateEnumLists(query, { type: changeTypes })
        if (query.subprocessor !== undefined && query.certification !== undefined) {
          throw new Failure(
            'invalid_request',
            'A change is about a subprocessor or a certification, not both.',
            {
              details: { parameter: 'certification', expected: 'without subprocessor' },
            },
          )
        }
        const reply = offsetPage(await readChanges(db, query), query)
        return { ...reply, feed: () => changesFeed(reply.rows ?? [], rawQuery) }
      },
    }),
  ]
}

function toFrameworkDoc(
  { id, name, family, kind, aliases }: Framework,
  counts: ReadonlyMap<string, number>,
): string {
  const links = { self: `/v1/frameworks/${id}`, companies: `/v1/companies?certification=${id}` }
  return JSON.stringify({ id, name, family, kind, aliases, companies: counts.get(id) ?? 0, links })
}

function requireDoc(doc: string | undefined, what: string, parameter: string): string {
  if (doc === undefined) throw notFound(what, parameter)
  return doc
}

function notFound(what: string, parameter: string): Failure {
  return new Failure('not_found', `No ${what} has this id.`, { details: { parameter } })
}
