/** The trust centers of the registry: the table `trust-centers.tsv`. */

import { httpsUrl, memberId, required, text } from '../../../../registry/columns.ts'
import type { Decisions } from '../../../../registry/decisions.ts'
import type { Columns } from '../../../../registry/parse-table.ts'
import { createEntryReader, entryColumns } from '../../../../registry/registry-entry.ts'
import type { RegistryFiles } from '../../../../registry/registry-files.ts'
import type { TrustMember } from '../../schema/records.ts'
import { adapters } from '../adapters/index.ts'

export const trustCentersFile = 'trust-centers.tsv'

type CenterColumn =
  | 'provider'
  | 'id'
  | 'name'
  | 'website'
  | 'url'
  | 'handle'
  | 'payload_url'
  | keyof typeof entryColumns

export const trustCenterColumns: Columns<CenterColumn> = {
  provider: required(text),
  id: required(memberId),
  name: required(text),
  website: required(httpsUrl),
  url: required(httpsUrl),
  handle: text,
  payload_url: {
    isValid: (value) => value.split(' ').every((url) => httpsUrl.isValid?.(url)),
    mustBe: 'https URLs, separated by spaces',
  },
  ...entryColumns,
}

/** By the id of the source. */
export const trustProviders: ReadonlyMap<string, string> = new Map(
  adapters.map(({ source, provider }) => [source, provider]),
)

/** Reports what is wrong to `files`. */
export function readTrustCenters(files: RegistryFiles, decisions: Decisions): readonly TrustMember[] {
  const toEntry = createEntryReader()
  const sourceOf = new Map(adapters.map(({ provider, source }) => [provider, source]))
  const rows = files.entries(trustCentersFile, trustCenterColumns, ({ provider, id }) => `${provider}/${id}`)
  const members: TrustMember[] = []
  for (const row of rows.values()) {
    const { provider = '', id = '', name = '', website = '', url = '', handle, payload_url } = row.cells
    const source = sourceOf.get(provider)
    if (source === undefined) {
      files.report(row, `unknown provider ${JSON.stringify(provider)}`)
      continue
    }
    if (decisions.isRemoved(source, id)) continue
    const entry = toEntry(row.cells)
    const off = decisions.reasonOff(source, id, entry)
    members.push({
      id,
      provider,
      name,
      website,
      url,
      ...(handle === undefined ? {} : { handle }),
      ...(payload_url === undefined ? {} : { payload_url }),
      ...(off === undefined ? {} : { off }),
      entry,
    })
  }
  return members
}
