/** What changes at trust centers, for readers who follow it. */

import { changeSchema } from '../../../http/changes/change-schema.ts'
import { type ChangeSource, typeWords } from '../../../http/changes/change-source.ts'
import { toFrameworkId } from '../normalise/frameworks/resolve.ts'
import { toVendorId } from '../normalise/vendors/match.ts'
import { changeTypes } from '../normalise/vocabulary.ts'
import { splitList } from '../queries/listing.ts'
import { TrustChange } from '../schema/resources.ts'
import type { TrustDb } from '../schema/tables.ts'
import { readCompanyNames } from './company-names.ts'
import { providerParam, textParam } from './trust-route.ts'
import { unknownValues } from './unknown-values.ts'

const filters = {
  provider: providerParam,
  company: textParam('Company id.'),
  subprocessor: textParam('A vendor, by id, domain or name.', ['openai']),
  certification: textParam('A framework, by id, name or alias.', ['soc2_type2']),
}

export function trustChanges(db: TrustDb): ChangeSource<typeof filters> {
  return {
    service: 'trust',
    path: '/trust/v1/changes',
    name: 'TrustCenter',
    tag: 'Changes',
    what: 'trust centers',
    listPath: '/v1/companies',
    types: changeTypes,
    row: changeSchema('TrustCenterChange', changeTypes, { change: TrustChange }),
    filters,
    toMatcher({ provider, company, subprocessor, certification }) {
      const providers = provider === undefined ? undefined : new Set(splitList('provider', provider))
      const vendor = subprocessor === undefined ? undefined : toVendorId(subprocessor)
      const framework = certification === undefined ? undefined : toFrameworkId(certification)
      return (change) =>
        (providers === undefined || providers.has(change.provider ?? '')) &&
        (company === undefined || change.company_id === company) &&
        (vendor === undefined || change.subject === vendor) &&
        (framework === undefined || change.subject === framework)
    },
    explain: (query) => unknownValues(db, query),
    async describe(changes) {
      const names = await readCompanyNames(
        db,
        changes.map(({ change }) => change),
      )
      return changes.map(({ type, change: { company_id, subject } }) => ({
        text: `${names.get(company_id) ?? company_id} · ${subject.name}: ${typeWords(type)}`,
        url: `/trust/companies/${company_id}`,
      }))
    },
    render: async (changes) => changes.map(({ doc }) => `,"change":${doc ?? 'null'}`),
  }
}
