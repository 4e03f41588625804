/** Loads the job boards of boards.yaml. */

import { type Static, Type } from 'typebox'
import { loadYaml } from '../../../../core/load-yaml.ts'
import type { Member } from '../../../../sync/source.ts'

const BoardEntry = Type.Object(
  {
    key: Type.String({ pattern: '^[\\w.%/ -]+$' }),
    name: Type.String({ minLength: 1 }),
    home: Type.String({ pattern: '^[A-Z]{2}$' }),
  },
  { additionalProperties: false },
)

export type Board = Member & Readonly<Static<typeof BoardEntry>>

/** By the id of the source. */
export type BoardsByPlatform = Readonly<Partial<Record<string, readonly Omit<Board, 'id'>[]>>>

export function loadBoards(): BoardsByPlatform {
  const file = new URL('boards.yaml', import.meta.url)
  return loadYaml(file, Type.Record(Type.String(), Type.Array(BoardEntry)))
}

/** The id is part of stored ids and of the public field `board`: its form must not change. */
export function toBoard({ key, name, home }: Omit<Board, 'id'>): Board {
  return { id: key.toLowerCase().replace(/[^a-z0-9._-]+/g, '.'), key, name, home }
}
