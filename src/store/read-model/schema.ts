/**
 * The schema of the read model. It has no migrations: what it holds can be collected again. Its version is derived from its
 * statements, and is part of the name of the file or schema, so that each version of the program opens its own read model
 * and leaves those of others alone.
 */

import { createHash } from 'node:crypto'
import type { Engine } from '../engine.ts'
import { tableStatements } from '../migrations/create-tables.ts'
import { changes } from './changes.ts'
import { cinema } from './cinema.ts'
import { frame } from './frame.ts'
import { jobs } from './jobs.ts'
import { trust } from './trust.ts'

const parts = [frame, changes, cinema, jobs, trust]

export const readModelTableNames: readonly string[] = parts.flatMap(({ tables }) => Object.keys(tables))

export function readModelStatements(engine: Engine): string[] {
  return parts.flatMap(({ tables, indexes, statements = {} }) => [
    ...tableStatements(engine, tables),
    ...indexes.map((index) => `create index ${index}`),
    ...(statements[engine] ?? []),
  ])
}

const versions = new Map<Engine, string>()

/** Eight hexadecimal digits. */
export function readModelVersion(engine: Engine): string {
  const known = versions.get(engine)
  if (known !== undefined) return known
  const formats = parts.flatMap((part) => part.formats ?? [])
  const version = versionOf(readModelStatements(engine), formats)
  versions.set(engine, version)
  return version
}

export function versionOf(statements: readonly string[], formats: readonly string[]): string {
  const hash = createHash('sha256')
  for (const line of [...statements, ...formats]) hash.update(`${line}\n`)
  return hash.digest('hex').slice(0, 8)
}
