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
import {
  boardColumns,
  boardsFile,
  candidatesFile,
  jobPlatforms,
  loadBoards,
} from '../../services/jobs/sync.ts'
import {
  readTrustCenters,
  trustCenterColumns,
  trustCentersFile,
  trustProviders,
} from '../../services/trust/sync.ts'
import { lockFile } from '../../store/files/lock-file.ts'
import { registryLocation } from '../registry-location.ts'

const provenance = 'operator'

/** A table of members: the entries that `members add` and `members import` write. */
interface MemberTable extends Pick<TableEdit, 'table' | 'columns' | 'key'> {
  /** Cells that follow from the source. */
  readonly fixed: Cells
  /** Whether it has the columns of every entry. */
  readonly isEntry: boolean
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

/** Like `addEntries`, for what a directory lists: its entries say where they come from. */
export async function addCandidates(
  loaded: LoadedConfig,
  source: string,
  entries: readonly Cells[],
  signal: AbortSignal,
): Promise<ChangedEntries> {
  return await putEntries(loaded, source, () => entries, signal, { status: 'candidate' })
}

async function putEntries(
  loaded: LoadedConfig,
  name: string,
  readEntries: () => readonly Cells[],
  signal: AbortSignal,
  entryCells: Cells = { provenance },
): Promise<ChangedEntries> {
  const { fixed, isEntry, ...table } = memberTable(name)
  const put = () => {
    const entries = readEntries()
    rejectUnknownColumns(table.columns, entries)
    return entries.map((cells) => ({ ...withoutEmpty(cells), ...fixed, ...(isEntry ? entryCells : {}) }))
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
  await decideAll(loaded, [decision], signal)
}

export async function decideAll(
  loaded: LoadedConfig,
  decisions: readonly Decision[],
  signal: AbortSignal,
): Promise<void> {
  const platforms = readPlatforms(new RegistryFiles())
  const unknown = decisions.find(({ source }) => !platforms.has(source))
  if (unknown !== undefined) throw new ConfigurationError([`there is no source ${unknown.source}`])
  const put = decisions.map(({ source, member, status, agreedBy, agreedOn, note }) =>
    withoutEmpty({ source, member, status, agreed_by: agreedBy, agreed_on: agreedOn, note }),
  )
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
const independentTables = new Set([boardsFile, candidatesFile, trustCentersFile])

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
      fixed: { platform: name },
      isEntry: true,
    }
  if (provider !== undefined)
    return {
      table: trustCentersFile,
      columns: Object.keys(trustCenterColumns),
      key: ['provider', 'id'],
      fixed: { provider },
      isEntry: true,
    }
  // The installation says which platform a theater is on.
  if (cinemaPlatforms.includes(name))
    return {
      table: 'theaters.tsv',
      columns: Object.keys(theaterColumns),
      key: ['installation', 'site'],
      fixed: {},
      isEntry: true,
    }
  const columns = new Map([
    ['chains', Object.keys(chainColumns)],
    ['installations', Object.keys(installationColumns)],
  ]).get(name)
  if (columns !== undefined) return { table: `${name}.tsv`, columns, key: ['id'], fixed: {}, isEntry: false }
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
