/** A Delve page: lists in flight rows, beside lists that only look alike. */

import type { PretendCenter } from '../content.ts'
import { flightPage } from './flight.ts'

export function delvePage(center: PretendCenter): string {
  return flightPage(center.company.name, 'Live monitoring by Delve', {
    navigation: [{ name: 'Overview' }, { name: 'Resources' }],
    certifications: center.marks().map(({ label }) => ({ name: label })),
    subprocessors: center.vendors().map((vendor) => ({
      name: vendor.name,
      url: vendor.website,
      purpose: vendor.purpose,
      locations: vendor.locations,
    })),
    documents: center.documents().map(({ title, isPublic }) => ({ title, isPublic })),
  })
}
