/** A Comp AI portal: its own frameworks are only on the page. */

import type { PretendCenter } from '../content.ts'
import { flightPage } from './flight.ts'

export function compAiPage(center: PretendCenter): string {
  return flightPage(`${center.company.name} Trust Portal`, 'Comp AI', {
    org: center.company.name,
    frameworks: center.marks().map(({ label }) => ({ name: label, status: 'compliant' })),
  })
}
