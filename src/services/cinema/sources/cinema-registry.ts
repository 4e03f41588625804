/** The cinema directory of the registry: the tables `chains.tsv`, `installations.tsv` and `theaters.tsv`. */

import { defined } from '../../../core/defined.ts'
import { isTimeZone } from '../../../core/zoned-time.ts'
import { country, httpsUrl, oneOf, required, slug, text } from '../../../registry/columns.ts'
import type { Decisions } from '../../../registry/decisions.ts'
import type { Column, Columns } from '../../../registry/parse-table.ts'
import { type Basis, bases, createEntryReader, entryColumns } from '../../../registry/registry-entry.ts'
import type { RegistryFiles, RegistryRow } from '../../../registry/registry-files.ts'
import type { ChainStatus } from '../schema/index.ts'
import {
  type ChainData,
  type CinemaDirectoryData,
  type GroupData,
  type SiteData,
  toTheaterId,
} from './cinema-directory.ts'

const chainsFile = 'chains.tsv'
const installationsFile = 'installations.tsv'
const theatersFile = 'theaters.tsv'

const baseUrl: Column = {
  isValid: (value) => URL.canParse(value) && /^https:\/\/[^\s/]+(\/\S*[^/\s])?$/.test(value),
  mustBe: 'an https URL without a slash at the end',
}
const secretName: Column = {
  isValid: (value) => /^[A-Z][A-Z0-9_]{0,63}$/.test(value),
  mustBe: 'capital letters, digits and underscores',
}
const options: Column = {
  isValid: (value) => value.split(';').every((option) => option.indexOf('=') > 0),
  mustBe: 'options such as tenant=10103;lang=pl_PL',
}
const longText: Column = { isValid: (value) => value.length <= 500, mustBe: 'text of at most 500 characters' }

function decimal(max: number): Column {
  return {
    isValid: (value) => /^-?\d{1,3}(\.\d{1,10})?$/.test(value) && Math.abs(Number(value)) <= max,
    mustBe: `a decimal number between -${max} and ${max}`,
  }
}

export const chainColumns: Columns<keyof ChainData> = {
  id: required(slug),
  name: required(text),
  country: required(country),
  currency: required({ isValid: (value) => /^[A-Z]{3}$/.test(value), mustBe: 'three capital letters' }),
  website: baseUrl,
  status: oneOf(['active', 'partial', 'blocked', 'defunct', 'unknown'] satisfies ChainStatus[]),
}

type InstallationColumn =
  | 'id'
  | 'platform'
  | 'chain'
  | 'base'
  | 'token'
  | 'booking'
  | 'options'
  | 'basis'
  | 'apply'

/** What the theaters of a chain share at a platform. */
export const installationColumns: Columns<InstallationColumn> = {
  id: required(slug),
  platform: required(slug),
  chain: required(slug),
  base: baseUrl,
  token: secretName,
  booking: httpsUrl,
  options,
  basis: oneOf(bases),
  /** Where an operator applies for the key. */
  apply: httpsUrl,
}

type TheaterColumn = 'installation' | Exclude<keyof SiteData, 'off' | 'entry'> | keyof typeof entryColumns

export const theaterColumns: Columns<TheaterColumn> = {
  installation: required(slug),
  site: required({ isValid: (value) => value.length <= 100, mustBe: 'at most 100 characters' }),
  name: required(text),
  timezone: required({ isValid: isTimeZone, mustBe: 'a time zone such as Europe/London' }),
  line1: text,
  city: text,
  state: text,
  postal_code: text,
  country,
  lat: decimal(90),
  lon: decimal(180),
  phone: text,
  website: httpsUrl,
  base: baseUrl,
  token: secretName,
  options: {
    ...options,
    isValid: (value) => longText.isValid?.(value) === true && options.isValid?.(value) === true,
  },
  ...entryColumns,
}

interface Installation {
  readonly platform: string
  readonly basis: Basis
  readonly group: GroupData & { readonly sites: SiteData[] }
}

/** Reports what is wrong to `files`. */
export function readCinemaData(
  files: RegistryFiles,
  decisions: Decisions,
  platforms: ReadonlySet<string>,
): Pick<CinemaDirectoryData, 'chains' | 'members'> {
  const chainRows = files.entries(chainsFile, chainColumns, ({ id = '' }) => id)
  const chains = [...chainRows.values()].map(({ cells }) => cells as ChainData)
  const installations = readInstallations(files, chainRows, platforms)
  const toEntry = createEntryReader()
  const rows = files.entries(
    theatersFile,
    theaterColumns,
    ({ installation = '', site = '' }) => `${installation}/${site.toLowerCase()}`,
  )
  /** A chain may have two installations, and two sites may give one id. */
  const seen = new Map<string, Pick<RegistryRow<TheaterColumn>, 'file' | 'line'>>()
  for (const row of rows.values()) {
    const installation = installations.get(row.cells.installation ?? '')
    if (installation === undefined) {
      files.report(row, `unknown installation ${JSON.stringify(row.cells.installation)}`)
      continue
    }
    const { platform, basis, group } = installation
    const site = toSite(row)
    if ((site.lat === undefined) !== (site.lon === undefined))
      files.report(row, 'lat and lon must be set together')
    if (site.base === undefined && group.base === undefined) files.report(row, 'base is missing')
    const id = toTheaterId(group.chain, site.site)
    const other = seen.get(`${platform}/${id}`)
    if (other !== undefined) files.report(row, `${id} is already in ${other.file} on line ${other.line}`)
    seen.set(`${platform}/${id}`, row)
    if (decisions.isRemoved(platform, id)) continue
    const entry = toEntry(row.cells, basis)
    group.sites.push(defined<SiteData>({ ...site, entry, off: decisions.reasonOff(platform, id, entry) }))
  }
  const members: Record<string, GroupData[]> = Object.fromEntries([...platforms].map((id) => [id, []]))
  for (const { platform, group } of installations.values())
    if (group.sites.length > 0) members[platform]?.push(group)
  return { chains, members }
}

/** The cells of a theater as the registry has them; undefined if it has none. */
export function findTheaterCells(
  files: RegistryFiles,
  platform: string,
  memberId: string,
): Readonly<Partial<Record<TheaterColumn, string>>> | undefined {
  const installations = files.entries(installationsFile, installationColumns, ({ id = '' }) => id)
  const theaters = files.entries(
    theatersFile,
    theaterColumns,
    ({ installation = '', site = '' }) => `${installation}/${site.toLowerCase()}`,
  )
  for (const { cells } of theaters.values()) {
    const installation = installations.get(cells.installation ?? '')?.cells
    if (installation?.platform !== platform || installation.chain === undefined) continue
    if (toTheaterId(installation.chain, cells.site ?? '') === memberId) return cells
  }
  return undefined
}

/** The ids of the installations of a platform with this base URL. */
export function findInstallations(files: RegistryFiles, platform: string, base: string): string[] {
  const rows = files.entries(installationsFile, installationColumns, ({ id = '' }) => id)
  const wanted = base.replace(/\/$/, '')
  return [...rows].flatMap(([id, { cells }]) =>
    cells.platform === platform && (cells.base ?? '').replace(/\/$/, '') === wanted ? [id] : [],
  )
}

function readInstallations(
  files: RegistryFiles,
  chains: ReadonlyMap<string, unknown>,
  platforms: ReadonlySet<string>,
): ReadonlyMap<string, Installation> {
  const rows = files.entries(installationsFile, installationColumns, ({ id = '' }) => id)
  const installations = new Map<string, Installation>()
  for (const [id, row] of rows) {
    const { platform = '', chain = '', base, token, booking, basis } = row.cells
    if (!platforms.has(platform)) files.report(row, `unknown platform ${JSON.stringify(platform)}`)
    if (!chains.has(chain)) files.report(row, `unknown chain ${JSON.stringify(chain)}`)
    const group = defined<GroupData>({
      chain,
      installation: id,
      base,
      token,
      booking,
      options: toOptions(row.cells.options),
      sites: [],
    })
    installations.set(id, { platform, basis: (basis ?? 'open') as Basis, group: { ...group, sites: [] } })
  }
  return installations
}

function toSite({ cells }: RegistryRow<TheaterColumn>): SiteData {
  const { installation: _, status, basis, provenance, lists, seen, lat, lon, ...texts } = cells
  return defined<SiteData>({
    ...(texts as Pick<SiteData, 'site' | 'name' | 'timezone'>),
    lat: lat === undefined ? undefined : Number(lat),
    lon: lon === undefined ? undefined : Number(lon),
    options: toOptions(cells.options),
  })
}

/** `tenant=10103;lang=pl_PL`. A value may contain `=`. */
function toOptions(cell: string | undefined): Readonly<Record<string, string>> | undefined {
  if (cell === undefined) return undefined
  return Object.fromEntries(
    cell.split(';').map((option) => {
      const at = option.indexOf('=')
      return [option.slice(0, at), option.slice(at + 1)]
    }),
  )
}
