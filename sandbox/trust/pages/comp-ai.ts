/** A Comp AI portal: its frameworks are only on the page. */

import type { TrustCenter } from '../trust-center.ts'
import { flightPage } from './flight.ts'

export function compAiPage(center: TrustCenter): string {
  return flightPage(`${center.company.name} Trust Portal`, 'Comp AI', {
    org: center.company.name,
    frameworks: center.certifications().map(({ label }) => ({ name: label, status: 'compliant' })),
  })
}
