/** Loads the job boards that are synced, by platform. */

import { readFileSync } from 'node:fs'
import { type Static, Type } from 'typebox'
import { parse } from 'yaml'
import { ConfigurationError } from '../../../../core/errors.ts'
import { typeGuard } from '../../../../core/type-guard.ts'
import type { Member } from '../../../../sync/source.ts'
import { sandboxBoardLists } from './board-lists.ts'

const BoardEntry = Type.Object(
  {
    /** The board's key in the platform's URLs, in the platform's spelling. */
    key: Type.String({ pattern: '^[\\w.%/ -]+$' }),
    /** Name of the employer. */
    name: Type.String({ minLength: 1 }),
    /** ISO 3166-1 alpha-2 country of the employer. */
    home: Type.String({ pattern: '^[A-Z]{2}$' }),
  },
  { additionalProperties: false },
)
const isBoardFile = typeGuard(Type.Record(Type.String(), Type.Array(BoardEntry)))

export type Board = Member & Readonly<Static<typeof BoardEntry>>

export type BoardsByPlatform = ReadonlyMap<string, readonly Board[]>

/** The boards of the live profile. */
export function loadBoards(): BoardsByPlatform {
  return toBoards(parse(readFileSync(new URL('boards.yaml', import.meta.url), 'utf8')))
}

/** Throws one `ConfigurationError` that lists every invalid entry. */
export function toBoards(file: unknown): BoardsByPlatform {
  if (!isBoardFile(file)) {
    const problems = isBoardFile.errors(file)
    throw new ConfigurationError(
      problems.map(({ instancePath, message }) => `job boards: ${instancePath || '/'} ${message}`),
    )
  }
  return new Map(Object.entries(file).map(([platform, entries]) => [platform, entries.map(toBoard)]))
}

/** The id is part of stored ids and of the public `board` field: its form must not change. */
function toBoard(entry: Static<typeof BoardEntry>): Board {
  return { id: entry.key.toLowerCase().replace(/[^a-z0-9._-]+/g, '.'), ...entry }
}

/** The boards of the sandbox profile. */
export function sandboxBoards(): BoardsByPlatform {
  const toEntry = (line: string) => {
    const [key = '', name = '', home = ''] = line.split('|')
    return { key, name, home }
  }
  return toBoards(
    Object.fromEntries(
      Object.entries(sandboxBoardLists).map(([platform, list]) => [
        platform,
        list.trim().split('\n').map(toEntry),
      ]),
    ),
  )
}
