/** A Delve page: lists in flight rows, next to lists that only look similar. */

import type { TrustCenter } from '../trust-center.ts'
import { flightPage } from './flight.ts'

export function delvePage(center: TrustCenter): string {
  return flightPage(center.company.name, 'Live monitoring by Delve', {
    navigation: [{ name: 'Overview' }, { name: 'Resources' }],
    certifications: center.certifications().map(({ label }) => ({ name: label })),
    subprocessors: center.vendors().map((vendor) => ({
      name: vendor.name,
      url: vendor.website,
      purpose: vendor.purpose,
      locations: vendor.locations,
    })),
    documents: center.documents().map(({ title, isPublic }) => ({ title, isPublic })),
  })
}
