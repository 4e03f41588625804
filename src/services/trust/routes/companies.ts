/** Companies that have trust centers, and what each of them publishes. */

import { Type } from 'typebox'
import { Failure } from '../../../core/errors.ts'
import { oneOf, withDefault } from '../../../http/openapi/fields.ts'
import type { AnyRoute } from '../../../http/route.ts'
import { documentKinds } from '../normalise/document-kind.ts'
import { accessLevels, certificationStatuses, surfaces } from '../normalise/vocabulary.ts'
import { readChanges } from '../queries/changes.ts'
import { readCompanies } from '../queries/companies.ts'
import { readCompanyItems } from '../queries/items.ts'
import { readDoc } from '../queries/listing.ts'
import { Company, itemSchemas, TrustChange } from '../schema/resources.ts'
import type { TrustDb } from '../schema/tables.ts'
import { enumList, validateEnumLists } from './enum-list.ts'
import {
  defineDocRoute,
  defineListRoute,
  nameWords,
  providerParam,
  requireFound,
  textParam,
  timeParam,
} from './trust-route.ts'
import { unknownValues } from './unknown-values.ts'

const tag = 'Companies'

const companyQuery = {
  provider: providerParam,
  q: textParam(nameWords, ['acme']),
  domain: textParam('Registered domain.', ['example.com']),
  certification: textParam(
    'Companies with all of these frameworks, by id, name or alias, comma-separated; `a|b` is one of two.',
    ['soc2_type2'],
  ),
  certification_status: Type.Optional(
    oneOf(certificationStatuses, { description: 'Status of `certification`. Default: `held`.' }),
  ),
  subprocessor: textParam(
    'Companies that list all of these vendors, by id, domain or name, comma-separated; `a|b` is one of two.',
    ['openai'],
  ),
  without_subprocessor: textParam('Companies with a subprocessor list that does not include this vendor.', [
    'openai',
  ]),
  access_level: enumList(accessLevels, 'Access level of any of its trust centers.'),
  document_kind: enumList(documentKinds, 'Companies with such a document.'),
  has: enumList(surfaces, 'Companies with at least one row of each.'),
  missing: enumList(surfaces, 'Companies whose section was read and is empty.'),
  updated_after: timeParam('Companies that changed after this time.'),
  sort: withDefault(
    oneOf(['name', '-last_changed_at'], { description: 'Sort order; a minus sorts descending.' }),
    'name',
  ),
}

const companyLists = {
  access_level: accessLevels,
  document_kind: documentKinds,
  has: surfaces,
  missing: surfaces,
}

export function companyRoutes(db: TrustDb): AnyRoute[] {
  const params = Type.Object({
    company_id: Type.String({ maxLength: 80, description: '`id` of the company.' }),
  })
  const readCompany = async (id: string) =>
    requireFound(await readDoc(db, 'trust_company', id), 'company', 'company_id')
  return [
    defineListRoute({
      path: '/v1/companies',
      id: 'listTrustCompanies',
      tag,
      summary: 'List companies',
      query: companyQuery,
      rows: Company,
      explainEmpty: (query) => unknownValues(db, query),
      async read(query) {
        validateEnumLists(query, companyLists)
        if (query.certification_status !== undefined && query.certification === undefined) {
          throw new Failure('invalid_request', 'certification_status requires certification.', {
            details: { parameter: 'certification', in: 'query', expected: 'a framework' },
          })
        }
        return await readCompanies(db, query)
      },
    }),
    defineDocRoute({
      path: '/v1/companies/:company_id',
      id: 'getTrustCompany',
      tag,
      summary: 'Get a company',
      params,
      data: Company,
      read: ({ company_id }) => readCompany(company_id),
    }),
    ...surfaces.map((surface) => {
      const words = surface.split('_')
      const name = words.map((word) => word[0]?.toUpperCase() + word.slice(1)).join('')
      return defineListRoute({
        path: `/v1/companies/:company_id/${words.join('-')}`,
        id: `listCompany${name}`,
        summary: `List ${words.join(' ')} of a company${surface === 'security_updates' ? ', newest first' : ''}`,
        tag,
        params,
        rows: itemSchemas[surface],
        async read(query, { company_id }) {
          await readCompany(company_id)
          return await readCompanyItems(db, company_id, surface, query)
        },
      })
    }),
    defineListRoute({
      path: '/v1/companies/:company_id/changes',
      id: 'listCompanyChanges',
      tag,
      summary: 'List changes at a company',
      scope: 'changes',
      params,
      rows: TrustChange,
      async read(query, { company_id }) {
        await readCompany(company_id)
        return await readChanges(db, { ...query, company: company_id })
      },
    }),
  ]
}
