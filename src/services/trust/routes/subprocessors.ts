/** Vendors that companies list as subprocessors, and the companies that list them. */

import { Type } from 'typebox'
import { notFound } from '../../../core/errors.ts'
import type { AnyRoute } from '../../../http/route.ts'
import { toVendorId } from '../normalise/vendors/match.ts'
import { readCompanies } from '../queries/companies.ts'
import { readDoc } from '../queries/listing.ts'
import { readVendors } from '../queries/subprocessors.ts'
import { Company, Vendor } from '../schema/resources.ts'
import type { TrustDb } from '../schema/tables.ts'
import { defineDocRoute, defineListRoute, nameWords, textParam } from './trust-route.ts'

const tag = 'Subprocessors'

export function subprocessorRoutes(db: TrustDb): AnyRoute[] {
  const params = Type.Object({
    vendor_id: Type.String({
      maxLength: 120,
      description: 'An id, a domain or a name.',
      examples: ['openai'],
    }),
  })
  const readVendor = async (text: string) => {
    const vendor = await readDoc(db, 'trust_vendor', toVendorId(text))
    if (vendor !== undefined) return vendor
    const [closest] = (await readVendors(db, { q: text, limit: 1, offset: 0 })).docs
    const { id } = closest === undefined ? {} : JSON.parse(closest)
    throw notFound('vendor', 'vendor_id', id === undefined ? {} : { did_you_mean: id })
  }
  return [
    defineListRoute({
      path: '/v1/subprocessors',
      id: 'listVendors',
      tag,
      summary: 'List vendors',
      query: {
        q: textParam(nameWords, ['open']),
        domain: textParam('Domain of the vendor.', ['openai.com']),
        parent: textParam('Parent vendor.', ['google']),
        min_companies: Type.Optional(
          Type.Integer({
            minimum: 0,
            maximum: 1_000_000_000,
            description: 'Minimum number of companies that list the vendor.',
          }),
        ),
      },
      rows: Vendor,
      read: (query) => readVendors(db, query),
    }),
    defineDocRoute({
      path: '/v1/subprocessors/:vendor_id',
      id: 'getVendor',
      tag,
      summary: 'Get a vendor',
      params,
      data: Vendor,
      read: ({ vendor_id }) => readVendor(vendor_id),
    }),
    defineListRoute({
      path: '/v1/subprocessors/:vendor_id/companies',
      id: 'listVendorCompanies',
      tag,
      summary: 'List companies that use a vendor',
      params,
      rows: Company,
      async read(query, { vendor_id }) {
        await readVendor(vendor_id)
        return await readCompanies(db, { ...query, subprocessor: toVendorId(vendor_id), sort: 'name' })
      },
    }),
  ]
}
