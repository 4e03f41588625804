/** The job boards of the registry: the tables `boards.tsv` and, with boards that nobody has confirmed, `candidates.tsv`. */

import { country, required, text } from '../../../../registry/columns.ts'
import type { Decisions } from '../../../../registry/decisions.ts'
import type { Columns } from '../../../../registry/parse-table.ts'
import { createEntryReader, entryColumns } from '../../../../registry/registry-entry.ts'
import type { RegistryFiles, RegistryRow } from '../../../../registry/registry-files.ts'
import type { Member } from '../../../../sync/source.ts'

export interface Board extends Member {
  /** The board in the platform's URLs, in the platform's spelling. */
  readonly key: string
  /** The employer. */
  readonly name: string
  /** The employer's country, ISO 3166-1 alpha-2; it resolves ambiguous places such as CA. */
  readonly home?: string
}

/** By the id of the source. */
export type BoardsByPlatform = Readonly<Partial<Record<string, readonly Omit<Board, 'id'>[]>>>

export const boardsFile = 'boards.tsv'

/** Of the program alone: an operator's candidates are boards with that status. */
export const candidatesFile = 'candidates.tsv'
/** Where they all come from; an id of `provenance.tsv`. */
export const candidatesProvenance = 'job-candidates'

type BoardColumn = 'platform' | 'key' | 'name' | 'home' | keyof typeof entryColumns

const keyCharactersMax = 128

export const boardColumns: Columns<BoardColumn> = {
  platform: required(text),
  key: required({
    isValid: (value) => value.length <= keyCharactersMax && /^[A-Za-z0-9][\w.%/ -]*$/.test(value),
    mustBe: 'the name of the board in the URLs of the platform',
  }),
  name: required(text),
  home: country,
  ...entryColumns,
}

const { platform, key, name } = boardColumns
const candidateColumns: Columns<'platform' | 'key' | 'name'> = { platform, key, name }

/** The host of a career site. */
const siteHost = /^[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63}){1,5}$/
/** The name of a board in the host of its platform. */
const hostName = /^[A-Za-z0-9-]{1,63}$/

/** Platforms whose keys are part of a host, or have parts. */
const keyForms: Readonly<Partial<Record<string, RegExp>>> = {
  bamboohr: hostName,
  breezy: hostName,
  icims: /^[A-Za-z0-9-]{1,63}\.icims\.com$/,
  jazzhr: hostName,
  jibe: siteHost,
  jobposting: siteHost,
  oracle: /^[\w-]{1,63}\.fa\.[a-z0-9]{2,8}\.oraclecloud\.com\/[\w-]{1,60}$/,
  lever: /^(eu\/)?\w[\w.% -]{0,99}$/,
  personio: /^[A-Za-z0-9-]{1,63}(\.jobs\.personio\.(de|com))?$/,
  pinpoint: hostName,
  recruitee: hostName,
  successfactors: siteHost,
  teamtailor: /^[A-Za-z0-9-]{1,63}(\.(na|us))?$/,
  workday:
    /^([\w-]{1,63}\.wd\d{1,3}(\/\w[\w-]{0,62})?|wd\d{1,3}\.myworkdaysite\.com\/\w[\w-]{0,62})\/\w[\w.%-]{0,99}$/,
}

/** Reports what is wrong to `files`. */
export function readBoards(
  files: RegistryFiles,
  decisions: Decisions,
  platforms: ReadonlySet<string>,
): BoardsByPlatform {
  const toEntry = createEntryReader()
  const boards: Record<string, Omit<Board, 'id'>[]> = {}
  for (const row of readRows(files)) {
    const { platform = '', key = '', name = '', home } = row.cells
    if (!platforms.has(platform)) files.report(row, `unknown platform ${JSON.stringify(platform)}`)
    if (keyForms[platform]?.test(key) === false)
      files.report(row, `key ${JSON.stringify(key)} is not one of ${platform}`)
    const id = toBoardId(key)
    if (decisions.isRemoved(platform, id)) continue
    const entry = toEntry(row.cells)
    const off = decisions.reasonOff(platform, id, entry)
    boards[platform] ??= []
    boards[platform].push({
      key,
      name,
      ...(home === undefined ? {} : { home }),
      ...(off === undefined ? {} : { off }),
      entry,
    })
  }
  return boards
}

type BoardRow = RegistryRow<BoardColumn>

/** A candidate that is also a board is that board. */
function readRows(files: RegistryFiles): BoardRow[] {
  const idOf = ({ platform, key = '' }: BoardRow['cells']) => `${platform}/${toBoardId(key)}`
  const rows = files.entries(boardsFile, boardColumns, idOf)
  const candidates = files
    .shippedRows(candidatesFile, candidateColumns)
    .filter(({ cells }) => !rows.has(idOf(cells)))
    .map((row) => ({ ...row, cells: { ...row.cells, ...candidateCells } }))
  return [...rows.values(), ...candidates]
}

const candidateCells = { status: 'candidate', provenance: candidatesProvenance } as const

/** The id is part of stored ids and of the public field `board`: its form must not change. */
export function toBoardId(key: string): string {
  return key.toLowerCase().replace(/[^a-z0-9._-]+/g, '.')
}

export function toBoard(board: Omit<Board, 'id'>): Board {
  return { ...board, id: toBoardId(board.key) }
}
