/** A public directory of trust centers. Its provider names are hints; the host of a center decides. */

import { type Static, Type } from 'typebox'
import { parseHost } from '../../../core/addresses/host-names.ts'
import type { CnameLookup } from '../../../core/cname-lookup.ts'
import { parseForeignJson } from '../../../core/parse/parse-json.ts'
import { toPlainText } from '../../../core/parse/plain-text.ts'
import { typeGuard } from '../../../core/type-guard.ts'
import { defineSource } from '../../../sync/define-source.ts'
import type { SourceDefinition } from '../../../sync/source.ts'
import { classifyHost } from '../normalise/classify/classify-host.ts'
import { resolveFramework } from '../normalise/frameworks/resolve.ts'
import { providerById } from '../normalise/providers/registry.ts'
import { toPublicUrl } from '../normalise/vendors/domain.ts'
import type { ListingRecord } from '../schema/records.ts'
import { resolveCnames } from './resolve-cnames.ts'

const home = 'https://raw.githubusercontent.com'

/** An array, or an object with `data`. */
const Directory = Type.Union([Type.Array(Type.Unknown()), Type.Object({ data: Type.Array(Type.Unknown()) })])

/** CNAME targets by host. */
const Targets = Type.Record(Type.String(), Type.String())
type Targets = Static<typeof Targets>

const isRow = typeGuard(
  Type.Object({
    name: Type.String({ minLength: 1, maxLength: 300 }),
    website: Type.Optional(Type.String({ maxLength: 2000 })),
    trustCenter: Type.String({ maxLength: 2000 }),
    platform: Type.Optional(Type.String({ maxLength: 100 })),
    certifications: Type.Optional(Type.Array(Type.String({ maxLength: 300 }))),
    lastUpdated: Type.Optional(Type.String({ maxLength: 40 })),
  }),
)

interface DirectoryFile {
  readonly id: string
  readonly path: string
}

export function directorySource(lookUpCname: CnameLookup): SourceDefinition<DirectoryFile, ListingRecord> {
  return defineSource<DirectoryFile, ListingRecord>({
    id: 'trust-directory',
    service: 'trust',
    about: {
      name: 'TrustLists',
      home: 'https://github.com/trustlists/trustlists-data',
      terms: 'Apache-2.0; its authors request a visible link wherever the data is displayed.',
    },
    baseUrl: home,
    everyMinutes: 24 * 60,
    shrinkBelow: 0.75,
    polite: { atOnce: 1, gapMs: 1000 },
    members: [{ id: 'trustlists', path: '/trustlists/trustlists-data/main/data/trust-centers.json' }],
    raw: { rows: Directory, targets: Targets },
    async *fetch({ http, member, baseUrl, signal }) {
      const response = await http.request(`${baseUrl}${member.path}`, { signal })
      const { url, receivedAt: fetchedAt, body } = response
      yield { kind: 'rows', url, fetchedAt, body }
      const targets = await resolveCnames(unclassifiedHosts(body), lookUpCname, signal)
      yield { kind: 'targets', url, fetchedAt, body: JSON.stringify(targets) }
    },
    *toRecords(responses, { drop }) {
      const targets = new Map(
        responses.flatMap(({ kind, body }) => (kind === 'targets' ? Object.entries(body as Targets) : [])),
      )
      for (const { body, url } of responses.filter(({ kind }) => kind === 'rows')) {
        for (const row of rowsIn(body as Static<typeof Directory>)) {
          const record = toListing(row, url, targets, drop)
          if (record) yield record
        }
      }
    },
  })
}

function rowsIn(body: Static<typeof Directory>): readonly unknown[] {
  return Array.isArray(body) ? body : body.data
}

/** Hosts whose provider only a CNAME lookup can tell. Invalid JSON is reported when the response is mapped. */
function unclassifiedHosts(body: string): string[] {
  let rows: unknown
  try {
    rows = parseForeignJson(body)
  } catch {
    return []
  }
  const list = Array.isArray(rows) ? rows : ((rows as { data?: unknown } | null)?.data ?? [])
  if (!Array.isArray(list)) return []
  return list.flatMap((row) => {
    const host = isRow(row) ? parseHost(toPublicUrl(row.trustCenter) ?? '') : null
    return host && classifyHost(host) === undefined ? [host] : []
  })
}

function toListing(
  row: unknown,
  url: string,
  targets: ReadonlyMap<string, string>,
  drop: (reason: string) => void,
): ListingRecord | undefined {
  if (!isRow(row)) {
    drop('invalid directory row')
    return undefined
  }
  const address = toPublicUrl(row.trustCenter)
  const company = toPlainText(row.name)
  if (address === null || company === '') {
    drop('no URL')
    return undefined
  }
  return {
    type: 'listing',
    center: {
      provider: providerOf(address, row.platform ?? '', targets),
      company,
      website: toPublicUrl(row.website),
      url: address,
    },
    evidence: {
      kind: 'directory_entry',
      url,
      http_status: 200,
      sha256: null,
      bytes: null,
      content_type: null,
    },
    claimed_framework_ids: [
      ...new Set((row.certifications ?? []).map((label) => resolveFramework(label).framework_id)),
    ].sort(),
    listed_on: /^\d{4}-\d\d-\d\d/.exec(row.lastUpdated ?? '')?.[0] ?? null,
  }
}

/** By the host or its CNAME target, else what the directory claims; unknown platforms are the company's own page. */
function providerOf(address: string, platform: string, targets: ReadonlyMap<string, string>): string {
  const host = parseHost(address) ?? ''
  const byHost = classifyHost(host, targets.get(host))
  const platformId = platform.toLowerCase().replace(/[^a-z0-9]+/g, '_')
  return byHost ?? (providerById(platformId) ? platformId : 'self_hosted')
}
