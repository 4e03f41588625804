/** What operators do with the registry: add, import, remove, pause and resume members. Nodes notice within seconds. */

import { systemClock } from '../../core/clock.ts'
import type { LoadedConfig } from '../../core/config/load-config.ts'
import { ConfigurationError } from '../../core/errors.ts'
import type { Decisions } from '../../registry/decisions.ts'
import { type Decision, decisionColumns, decisionsFile } from '../../registry/decisions.ts'
import { type Cells, type ChangedEntries, editTable, type TableEdit } from '../../registry/edit-tables.ts'
import { parseCsv } from '../../registry/parse-csv.ts'
import { readPlatforms } from '../../registry/platforms.ts'
import { RegistryFiles } from '../../registry/registry-files.ts'
import {
  chainColumns,
  cinemaPlatforms,
  findTheaterCells,
  installationColumns,
  loadCinemaData,
  theaterColumns,
} from '../../services/cinema/sync.ts'
import { boardColumns, boardsFile, jobPlatforms, loadBoards } from '../../services/jobs/sync.ts'
import {
  readTrustCenters,
  trustCenterColumns,
  trustCentersFile,
  trustProviders,
} from '../../services/trust/sync.ts'
import { lockFile } from '../../store/lock-file.ts'
import { registryLocation } from '../registry-location.ts'

const provenance = 'operator'

/** A table of members: the entries that `members add` and `members import` write. */
interface MemberTable extends Pick<TableEdit, 'table' | 'columns' | 'key'> {
  /** Cells that follow from the source. */
  readonly fixed: Cells
}

/** `name`: a source, or `chains` or `installations`. Throws `ConfigurationError` with every problem, and changes nothing. */
export async function addEntries(
  loaded: LoadedConfig,
  name: string,
  entries: readonly Cells[],
  signal: AbortSignal,
): Promise<ChangedEntries> {
  return await putEntries(loaded, name, () => entries, signal)
}

async function putEntries(
  loaded: LoadedConfig,
  name: string,
  readEntries: () => readonly Cells[],
  signal: AbortSignal,
): Promise<ChangedEntries> {
  const { fixed, ...table } = memberTable(name)
  const put = () => {
    const entries = readEntries()
    rejectUnknownColumns(table.columns, entries)
    return entries.map((cells) => ({ ...withoutEmpty(cells), ...fixed }))
  }
  return await edit(loaded, { ...table, put }, signal)
}

/** Changes cells of a theater; an entry of the program becomes one of the operator. */
export async function changeTheater(
  loaded: LoadedConfig,
  source: string,
  member: string,
  changes: Cells,
  signal: AbortSignal,
): Promise<void> {
  // Read under the lock: what another operator has just changed stays.
  const read = () => {
    const files = new RegistryFiles(registryLocation(loaded).operatorFolder)
    const cells = findTheaterCells(files, source, member)
    if (cells === undefined) throw new ConfigurationError([`the registry has no theater ${member}`])
    return [{ ...cells, ...changes }]
  }
  await putEntries(loaded, source, read, signal)
}

export function parseMemberCsv(text: string): readonly Cells[] {
  return parseCsv(text)
}

/** Replaces what was decided about the member before. A source all of whose members were removed can be resumed. */
export async function decide(loaded: LoadedConfig, decision: Decision, signal: AbortSignal): Promise<void> {
  const { source, member, status, agreedBy, agreedOn, note } = decision
  if (!readPlatforms(new RegistryFiles()).has(source))
    throw new ConfigurationError([`there is no source ${source}`])
  const put = [withoutEmpty({ source, member, status, agreed_by: agreedBy, agreed_on: agreedOn, note })]
  await edit(loaded, { ...decisionTable, put }, signal)
}

const decisionTable = {
  table: decisionsFile,
  columns: Object.keys(decisionColumns),
  key: ['source', 'member'],
} as const

/** For changes by others, which take moments. */
const waitMsMax = 5000

async function edit(loaded: LoadedConfig, change: TableEdit, signal: AbortSignal): Promise<ChangedEntries> {
  return await editTable(registryLocation(loaded), change, {
    readTables: readAllTables,
    independentTables,
    lockFile: (path) => lockFile(path, { clock: systemClock, signal, waitMsMax }),
  })
}

/** An edit may be part of a request, and others wait meanwhile. */
const independentTables = new Set([boardsFile, trustCentersFile])

function readAllTables(files: RegistryFiles, decisions: Decisions): void {
  loadBoards(files, decisions)
  loadCinemaData(files, decisions)
  readTrustCenters(files, decisions)
}

function memberTable(name: string): MemberTable {
  const provider = trustProviders.get(name)
  if (jobPlatforms.includes(name))
    return {
      table: boardsFile,
      columns: Object.keys(boardColumns),
      key: ['platform', 'key'],
      fixed: { platform: name, provenance },
    }
  if (provider !== undefined)
    return {
      table: trustCentersFile,
      columns: Object.keys(trustCenterColumns),
      key: ['provider', 'id'],
      fixed: { provider, provenance },
    }
  // The installation says which platform a theater is on.
  if (cinemaPlatforms.includes(name))
    return {
      table: 'theaters.tsv',
      columns: Object.keys(theaterColumns),
      key: ['installation', 'site'],
      fixed: { provenance },
    }
  const columns = new Map([
    ['chains', Object.keys(chainColumns)],
    ['installations', Object.keys(installationColumns)],
  ]).get(name)
  if (columns !== undefined) return { table: `${name}.tsv`, columns, key: ['id'], fixed: {} }
  throw new ConfigurationError([`there is no source ${name}, and neither chains nor installations is meant`])
}

function rejectUnknownColumns(columns: readonly string[], entries: readonly Cells[]): void {
  const names = new Set(entries.flatMap(Object.keys))
  const unknown = [...names].filter((name) => !columns.includes(name))
  if (unknown.length === 0) return
  throw new ConfigurationError([
    `unknown columns ${unknown.join(', ')}; the columns are ${columns.join(', ')}`,
  ])
}

function withoutEmpty(cells: Cells): Cells {
  return Object.fromEntries(Object.entries(cells).filter(([, cell]) => cell !== undefined && cell !== ''))
}
