/** The pages of trust: companies, vendors, providers and changes. */

import { Type } from 'typebox'
import { oneOf, withDefault } from '../../../http/openapi/fields.ts'
import { htmlReply } from '../../../http/pages/page.ts'
import { stated } from '../../../http/pages/page-query.ts'
import { type AnyRoute, defineRoute } from '../../../http/route.ts'
import { emptyTally, toCoverageRecord } from '../coverage/coverage-record.ts'
import { providers } from '../normalise/providers/registry.ts'
import { toVendorId } from '../normalise/vendors/match.ts'
import { changeTypes, type Surface } from '../normalise/vocabulary.ts'
import { readChanges } from '../queries/changes.ts'
import { isEmpty, readCompanies } from '../queries/companies.ts'
import { firstDay, readCoverageDays, readTallies } from '../queries/coverage.ts'
import { readCompanyItems } from '../queries/items.ts'
import { type ListPage, readDoc } from '../queries/listing.ts'
import { readVendors } from '../queries/subprocessors.ts'
import type { TrustDb } from '../schema/tables.ts'
import { readCompanyNames } from './company-names.ts'
import { providerParams, requireProvider } from './provider-params.ts'
import { cardPaths, companyPage, companyPartPage, type Part } from './trust-pages/company-page.ts'
import { type ComparedCompany, comparePage } from './trust-pages/compare-page.ts'
import { type ChangeValue, type CompanyValue, rowsPerPage } from './trust-pages/layout.ts'
import {
  changesPage,
  companiesPage,
  type VendorValue,
  vendorPage,
  vendorsPage,
} from './trust-pages/list-pages.ts'
import { providerPage, providersPage } from './trust-pages/providers-page.ts'
import { requireFound } from './trust-route.ts'

const pageRoute = {
  method: 'GET',
  tag: 'Companies',
  // For people: clients read the same as JSON.
  hidden: true,
  response: { body: Type.String(), type: 'text/html' },
  access: 'optional',
  cache: { scope: 'trust', maxAgeSeconds: 60 },
} as const satisfies Partial<AnyRoute>

const formText = (description: string) => Type.Optional(Type.String({ maxLength: 200, description }))
const offsetParam = withDefault(
  Type.Integer({ minimum: 0, maximum: 10_000_000, description: 'Rows to skip.' }),
  0,
)
const companyId = Type.String({ maxLength: 80, description: '`id` of the company.' })
const chartedDays = 90
const cardRowsMax = 100
/** Companies list hundreds of controls, which differ little. */
const cardControlsMax = 10
const cardChangesMax = 20

function parse<Row>({ total, docs }: ListPage): Part<Row> {
  return { total, rows: docs.map((doc) => JSON.parse(doc) as Row) }
}

async function readItems<Row>(
  db: TrustDb,
  company: string,
  surface: Surface,
  limit: number,
): Promise<Part<Row>> {
  return parse(await readCompanyItems(db, company, surface, { limit, offset: 0 }))
}

/** Only a list without rows is worth the question. */
async function hasNoCompany(db: TrustDb, { total }: Pick<ListPage, 'total'>): Promise<boolean> {
  return total === 0 && (await isEmpty(db))
}

export function trustPageRoutes(db: TrustDb): AnyRoute[] {
  return [...companyPages(db), ...vendorPages(db), ...otherPages(db)]
}

function companyPages(db: TrustDb): AnyRoute[] {
  return [
    defineRoute({
      ...pageRoute,
      path: '/trust',
      id: 'getTrustPage',
      summary: 'Go to the companies',
      handle: () => ({ ...htmlReply('', { location: 'trust/companies' }), status: 302 }),
    }),
    defineRoute({
      ...pageRoute,
      path: '/trust/companies',
      id: 'getTrustCompaniesPage',
      summary: 'Get companies as a page',
      query: Type.Object({
        q: formText('Prefix of the name.'),
        certification: formText('A framework, by id, name or alias.'),
        subprocessor: formText('A vendor, by id, domain or name.'),
        provider: Type.Optional(
          oneOf(['', ...providers.map(({ id }) => id)], { description: 'Where the trust center is.' }),
        ),
        offset: offsetParam,
      }),
      handle: async ({ query: { offset, ...fields }, nowMs }) => {
        const query = {
          q: stated(fields.q),
          certification: stated(fields.certification),
          subprocessor: stated(fields.subprocessor),
          provider: stated(fields.provider),
        }
        const found = await readCompanies(db, { ...query, sort: 'name', limit: rowsPerPage, offset })
        const hasNone = await hasNoCompany(db, found)
        const isFront = offset === 0 && Object.values(query).every((value) => value === undefined)
        const days = isFront ? await readCoverageDays(db, undefined, firstDay(nowMs, chartedDays)) : []
        return companiesPage({ ...parse<CompanyValue>(found), offset, isEmpty: hasNone }, query, days)
      },
    }),
    defineRoute({
      ...pageRoute,
      path: '/trust/companies/:company_id',
      id: 'getTrustCompanyPage',
      summary: 'Get a company as a page',
      params: Type.Object({ company_id: companyId }),
      handle: async ({ params: { company_id: id } }) => {
        const doc = requireFound(await readDoc(db, 'trust_company', id), 'Company', 'company_id')
        return companyPage({
          company: JSON.parse(doc) as CompanyValue,
          certifications: await readItems(db, id, 'certifications', cardRowsMax),
          subprocessors: await readItems(db, id, 'subprocessors', cardRowsMax),
          documents: await readItems(db, id, 'documents', cardRowsMax),
          controls: await readItems(db, id, 'controls', cardControlsMax),
          securityUpdates: await readItems(db, id, 'security_updates', cardChangesMax),
          changes: parse(await readChanges(db, { company: id, limit: cardChangesMax, offset: 0 })),
        })
      },
    }),
    defineRoute({
      ...pageRoute,
      path: '/trust/companies/:company_id/:part',
      id: 'getTrustCompanyPartPage',
      summary: 'Get one list of a company as a page',
      params: Type.Object({ company_id: companyId, part: oneOf(cardPaths, { description: 'Which list.' }) }),
      query: Type.Object({ offset: offsetParam }),
      handle: async ({ params: { company_id: id, part }, query: { offset } }) => {
        const doc = requireFound(await readDoc(db, 'trust_company', id), 'Company', 'company_id')
        const surface = part.replace('-', '_') as Surface
        const rows = parse<unknown>(await readCompanyItems(db, id, surface, { limit: rowsPerPage, offset }))
        return companyPartPage(JSON.parse(doc) as CompanyValue, surface, rows, offset)
      },
    }),
  ]
}

const comparedRowsMax = 500

/** By id, domain or name; of names that begin like it, the first. */
async function findCompany(db: TrustDb, text: string): Promise<CompanyValue | undefined> {
  const doc = /^cmp_\w{1,76}$/.test(text) ? await readDoc(db, 'trust_company', text) : undefined
  if (doc !== undefined) return JSON.parse(doc) as CompanyValue
  const first = { sort: 'name', limit: 1, offset: 0 } as const
  const { docs } = text.includes('.')
    ? await readCompanies(db, { ...first, domain: text })
    : await readCompanies(db, { ...first, q: text })
  const found = docs[0] ?? (await readCompanies(db, { ...first, q: text })).docs[0]
  return found === undefined ? undefined : (JSON.parse(found) as CompanyValue)
}

async function readCompared(db: TrustDb, text: string | undefined): Promise<ComparedCompany | undefined> {
  const company = text === undefined ? undefined : await findCompany(db, text)
  if (company === undefined) return undefined
  return {
    company,
    certifications: await readItems(db, company.id, 'certifications', comparedRowsMax),
    subprocessors: await readItems(db, company.id, 'subprocessors', comparedRowsMax),
    documents: await readItems(db, company.id, 'documents', comparedRowsMax),
  }
}

function vendorPages(db: TrustDb): AnyRoute[] {
  return [
    defineRoute({
      ...pageRoute,
      path: '/trust/vendors',
      id: 'getVendorsPage',
      summary: 'Get vendors as a page',
      query: Type.Object({ q: formText('Prefix of the name.'), offset: offsetParam }),
      handle: async ({ query: { q, offset } }) => {
        const found = await readVendors(db, { q: stated(q), limit: rowsPerPage, offset })
        const hasNone = await hasNoCompany(db, found)
        return vendorsPage({ ...parse<VendorValue>(found), offset, isEmpty: hasNone }, stated(q))
      },
    }),
    defineRoute({
      ...pageRoute,
      path: '/trust/vendors/:vendor_id',
      id: 'getVendorPage',
      summary: 'Get the companies that rely on a vendor as a page',
      params: Type.Object({
        vendor_id: Type.String({ maxLength: 120, description: 'An id, a domain or a name.' }),
      }),
      query: Type.Object({ offset: offsetParam }),
      handle: async ({ params, query: { offset } }) => {
        const subprocessor = toVendorId(params.vendor_id)
        const doc = requireFound(await readDoc(db, 'trust_vendor', subprocessor), 'Vendor', 'vendor_id')
        const found = await readCompanies(db, { subprocessor, sort: 'name', limit: rowsPerPage, offset })
        return vendorPage(JSON.parse(doc) as VendorValue, { ...parse<CompanyValue>(found), offset })
      },
    }),
  ]
}

function otherPages(db: TrustDb): AnyRoute[] {
  return [
    defineRoute({
      ...pageRoute,
      path: '/trust/providers',
      id: 'getProvidersPage',
      summary: 'Get the coverage of providers as a page',
      handle: async () => {
        const tallies = await readTallies(db)
        const records = providers.map((provider) =>
          toCoverageRecord(provider, tallies.get(provider.id) ?? emptyTally),
        )
        return providersPage(records.sort((one, other) => other.data_surface.score - one.data_surface.score))
      },
    }),
    defineRoute({
      ...pageRoute,
      path: '/trust/providers/:provider_id',
      id: 'getProviderPage',
      summary: 'Get the coverage of a provider as a page',
      params: providerParams,
      handle: async ({ params }) => {
        const provider = requireProvider(params.provider_id)
        const tallies = await readTallies(db)
        return providerPage(toCoverageRecord(provider, tallies.get(provider.id) ?? emptyTally))
      },
    }),
    defineRoute({
      ...pageRoute,
      path: '/trust/compare',
      id: 'getTrustComparePage',
      summary: 'Compare two companies on a page',
      query: Type.Object({
        a: formText('A company, by id, domain or name.'),
        b: formText('Another company.'),
      }),
      handle: async ({ query }) => {
        const [a, b] = [stated(query.a), stated(query.b)]
        const found = await Promise.all([readCompared(db, a), readCompared(db, b)])
        const hasNone = await hasNoCompany(db, { total: found.filter(Boolean).length })
        return comparePage({ query: { a, b }, a: found[0], b: found[1], isEmpty: hasNone })
      },
    }),
    defineRoute({
      ...pageRoute,
      path: '/trust/changes',
      id: 'getTrustChangesPage',
      summary: 'Get changes as a page',
      query: Type.Object({
        type: Type.Optional(oneOf(['', ...changeTypes], { description: 'A type of change.' })),
        company: formText('Company id.'),
        subprocessor: formText('A vendor, by id, domain or name.'),
        offset: offsetParam,
      }),
      handle: async ({ query: { offset, ...fields } }) => {
        const query = {
          type: stated(fields.type),
          company: stated(fields.company),
          subprocessor: stated(fields.subprocessor),
        }
        const found = parse<ChangeValue>(await readChanges(db, { ...query, limit: rowsPerPage, offset }))
        const hasNone = await hasNoCompany(db, found)
        return changesPage(
          { ...found, offset, isEmpty: hasNone },
          query,
          await readCompanyNames(db, found.rows),
        )
      },
    }),
  ]
}
