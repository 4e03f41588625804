/** Turns the rows of a public directory into entries of the registry. The address of a row says which member it is. */

import { Failure } from '../../core/errors.ts'
import { parseForeignJson } from '../../core/parse/parse-json.ts'
import { isTestName } from '../../core/text/is-test-name.ts'
import type { Recogniser } from '../../discovery/recogniser.ts'
import { toId } from '../../discovery/to-entry.ts'
import type { Directory } from '../../registry/directories.ts'
import type { Cells } from '../../registry/edit-tables.ts'
import { parseForeignCsv } from '../../registry/parse-csv.ts'
import { jobRecogniser, toBoardId } from '../../services/jobs/sync.ts'
import { trustRecogniser } from '../../services/trust/sync.ts'

export interface DirectoryEntry {
  readonly source: string
  readonly memberId: string
  readonly cells: Cells
}

/** An address of a theater says neither its time zone nor its chain. */
const recognisers: readonly Recogniser[] = [jobRecogniser, trustRecogniser]

const addressCharactersMax = 500
const nameCharactersMax = 200

export interface DirectoryRows {
  readonly rows: number
  /** Not among the rows: they cannot be read. */
  readonly malformed: number
  readonly entries: readonly DirectoryEntry[]
}

/**
 * Rows that lead to no member that can be read, or to one that a company keeps for tests, are left out. Throws
 * `upstream_changed` for what is no such directory.
 */
export function readDirectory(directory: Directory, body: string): DirectoryRows {
  const { rows, malformed } =
    directory.format === 'csv'
      ? parseForeignCsv(body)
      : { rows: rowsIn(parseForeignJson(body)), malformed: 0 }
  assertColumns(directory, rows)
  const entries = rows.flatMap((row) => toDirectoryEntry(directory, row) ?? [])
  if (entries.length === 0)
    throw new Failure('upstream_changed', `The directory ${directory.id} lists no member that can be read.`)
  return { rows: rows.length, malformed, entries }
}

/** A column that no row has is a mistake in the table of directories, or the file has changed. */
function assertColumns({ id, address, name, website }: Directory, rows: readonly unknown[]): void {
  const objects = rows.filter((row) => typeof row === 'object' && row !== null)
  if (objects.length === 0) return
  for (const column of [address, name, website])
    if (column !== undefined && !objects.some((row) => column in row))
      throw new Failure('upstream_changed', `The directory ${id} has no column ${column}.`)
}

/** An array, or an object with `data`. */
function rowsIn(body: unknown): readonly unknown[] {
  if (Array.isArray(body)) return body
  const data = typeof body === 'object' && body !== null ? Reflect.get(body, 'data') : undefined
  return Array.isArray(data) ? data : []
}

function toDirectoryEntry(
  { address, name, website, provenance }: Directory,
  row: unknown,
): DirectoryEntry | undefined {
  const url = URL.parse(textOf(row, address, addressCharactersMax))
  if (url === null || url.protocol !== 'https:') return undefined
  for (const { service, addresses, describe } of recognisers) {
    const match = addresses.match(url)
    if (match === undefined || match.rule.unread !== undefined) continue
    const { source, isSupported, basis } = describe(match.rule.platform)
    if (source === undefined || !isSupported) return undefined
    const shared = { status: 'candidate', provenance, ...(basis === undefined ? {} : { basis }) }
    if (service === 'jobs') return toBoardEntry(source, match.member, textOf(row, name), shared)
    return toCenterEntry(source, match.member, textOf(row, name), textOf(row, website), shared)
  }
  return undefined
}

/** The text of a field; empty if there is none. */
function textOf(row: unknown, field: string | undefined, charactersMax = nameCharactersMax): string {
  if (field === undefined || typeof row !== 'object' || row === null) return ''
  const value: unknown = Reflect.get(row, field)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: no cell may have one
  const text = typeof value === 'string' ? value.replaceAll(/[\u0000-\u001f\u007f]+/g, ' ').trim() : ''
  return text.length > charactersMax ? '' : text
}

function toBoardEntry(
  source: string,
  { key = '' }: Readonly<Record<string, string>>,
  name: string,
  shared: Cells,
): DirectoryEntry | undefined {
  if (!/^[A-Za-z0-9]/.test(key) || isTestName(key) || isTestName(name)) return undefined
  return { source, memberId: toBoardId(key), cells: { ...shared, key, name: name === '' ? key : name } }
}

function toCenterEntry(
  source: string,
  member: Readonly<Record<string, string>>,
  name: string,
  website: string,
  shared: Cells,
): DirectoryEntry | undefined {
  const site = URL.parse(website.replace(/^(http:\/\/)?(?!https:\/\/)/, 'https://'))
  if (!/[a-z0-9]/i.test(name) || isTestName(name) || site === null || !site.hostname.includes('.'))
    return undefined
  const id = toId(name)
  return { source, memberId: id, cells: { ...shared, id, name, website: site.href, ...member } }
}
