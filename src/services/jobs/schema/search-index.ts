/**
 * The tables of the search index in ClickHouse. Postings are never changed there: `job` has a row for each version of a posting,
 * `job_end` says with which revision a version ended, so that a reader of a revision sees neither later nor earlier versions.
 * `job_word` counts the words of all current versions. A change of the tables needs another format in
 * `src/store/read-model/jobs.ts`.
 */

import { joinSql, type SqlText, sql, sqlName } from '../../../store/clickhouse/sql-text.ts'
import { type DayField, type DictionaryField, dayFieldNames, dictionaryFieldNames } from './block.ts'

/** The names of the tables of one index. An index that is built anew has other names. */
export interface IndexTables {
  readonly job: SqlText
  readonly jobEnd: SqlText
  readonly jobWord: SqlText
}

/** `index`: the name of the index, see `job_index`. */
export function indexTables(index: string): IndexTables {
  return {
    job: sqlName(`job_${index}`),
    jobEnd: sqlName(`job_end_${index}`),
    jobWord: sqlName(`job_word_${index}`),
  }
}

/** A version of a posting as it is inserted. Codes are those of `job_value`, days are numbers, as in blocks. */
export type IndexedPosting = Readonly<Record<DictionaryField | DayField, number>> & {
  /** Grows with the revision; no other version has the same number. */
  readonly row: number
  readonly revision: number
  readonly id: string
  readonly slot: number
  /** One of `slotStates`. */
  readonly state: number
  /** Without it, no pay is stated. */
  readonly pay_max?: number
  readonly title: string
  /** Those of all fields, with an empty one between two fields, and their stems. */
  readonly words: readonly string[]
  readonly stems: readonly string[]
  readonly lights: readonly string[]
  /** For each of the words the number of its field, from one; 0 for the empty ones. */
  readonly fields: readonly number[]
  /** Without words for genders and legal forms. */
  readonly title_length: number
  readonly company_length: number
  /** By which postings are found by their words, see `index-tokens.ts`. */
  readonly tokens: readonly string[]
  /** The tokens of the description. */
  readonly text: readonly string[]
}

export interface IndexedEnd {
  readonly row: number
  readonly id: string
  readonly revision: number
}

interface TableDefinition {
  readonly name: SqlText
  readonly columns: SqlText
  readonly engine: string
  readonly order: SqlText
  readonly partition: SqlText
  /** By which rows are distributed over the servers of a cluster. */
  readonly shardKey: SqlText
}

function tablesOf(index: string): readonly TableDefinition[] {
  const { job, jobEnd, jobWord } = indexTables(index)
  const codes = dictionaryFieldNames.map((field) => sql`${sqlName(field)} UInt32`)
  const days = dayFieldNames.map((field) => sql`${sqlName(field)} UInt16`)
  return [
    {
      name: job,
      columns: joinSql(
        [
          sql`row UInt64 codec(Delta, ZSTD)`,
          sql`revision UInt32 codec(ZSTD)`,
          sql`id String`,
          sql`slot UInt32`,
          sql`state UInt8`,
          ...codes,
          ...days,
          sql`pay_max Float64 default nan`,
          sql`title String codec(ZSTD)`,
          sql`words Array(String) codec(ZSTD)`,
          sql`stems Array(String) codec(ZSTD)`,
          sql`lights Array(String) codec(ZSTD)`,
          sql`fields Array(UInt8) codec(ZSTD)`,
          // Comparing numbers is far faster than comparing texts.
          ...(['word', 'stem', 'light'] as const).map(
            (kind) =>
              sql`${sqlName(`${kind}_hashes`)} Array(UInt64) materialized arrayMap(x -> sipHash64(x), ${sqlName(`${kind}s`)})`,
          ),
          sql`title_length UInt8`,
          sql`company_length UInt8`,
          sql`tokens Array(String) codec(ZSTD)`,
          sql`text Array(String) codec(ZSTD(3))`,
          sql`index tokens_index tokens type text(tokenizer = 'array')`,
          sql`index text_index text type text(tokenizer = 'array')`,
        ],
        ',\n  ',
      ),
      engine: 'ReplacingMergeTree',
      partition: sql`state`,
      order: sql`(department, listed, id, row)`,
      shardKey: sql`cityHash64(id)`,
    },
    {
      name: jobEnd,
      columns: sql`row UInt64, id String, revision UInt32`,
      engine: 'ReplacingMergeTree',
      partition: sql`intDiv(revision, 1000)`,
      order: sql`(row, revision)`,
      shardKey: sql`cityHash64(id)`,
    },
    {
      name: jobWord,
      columns: sql`word String, stem String, light String, n Int64`,
      engine: 'SummingMergeTree',
      partition: sql`tuple()`,
      order: sql`(word, stem, light)`,
      shardKey: sql`cityHash64(word)`,
    },
  ]
}

/** How many of the last inserts of a table are remembered, so that a repeated one is ignored. */
const rememberedInserts = 10_000

/** `cluster`: the name of the cluster over which the tables are distributed. Tables that are there already stay. */
export function createIndexStatements(index: string, cluster: string | undefined): SqlText[] {
  return tablesOf(index).flatMap((table) =>
    cluster === undefined ? createTable(table) : createOnCluster(table, cluster),
  )
}

export function dropIndexStatements(index: string, cluster: string | undefined): SqlText[] {
  return tablesOf(index).flatMap(({ name }) =>
    cluster === undefined
      ? sql`drop table if exists ${name} sync`
      : [name, localName(name)].map((one) => sql`drop table if exists ${one} on cluster ${cluster} sync`),
  )
}

/** The table that each server has for itself, for statements that change rows. */
export function localTable(table: SqlText, cluster: string | undefined): SqlText {
  return cluster === undefined ? table : sql`${localName(table)} on cluster ${cluster}`
}

function localName({ text }: SqlText): SqlText {
  return sqlName(`${text}_local`)
}

function createTable({ name, columns, engine, order, partition }: TableDefinition): SqlText {
  return sql`create table if not exists ${name} (
  ${columns}
)
engine = ${sqlName(engine)}
partition by ${partition}
order by ${order}
settings non_replicated_deduplication_window = ${rememberedInserts}`
}

function createOnCluster(table: TableDefinition, cluster: string): SqlText[] {
  const { name, columns, engine, order, partition, shardKey } = table
  const local = localName(name)
  const path = `/clickhouse/tables/{shard}/{database}/${local.text}`
  return [
    sql`create table if not exists ${local} on cluster ${cluster} (
  ${columns}
)
engine = ${sqlName(`Replicated${engine}`)}(${path}, '{replica}')
partition by ${partition}
order by ${order}
settings replicated_deduplication_window = ${rememberedInserts}`,
    sql`create table if not exists ${name} on cluster ${cluster} as ${local}
engine = Distributed(${cluster}, currentDatabase(), ${local.text}, ${shardKey})`,
  ]
}
