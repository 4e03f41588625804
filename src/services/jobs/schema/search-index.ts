/**
 * The tables of the search index in ClickHouse. Postings are never changed there: `job` has a row for each version of a posting,
 * `job_end` says with which revision a version ended, so that a reader of a revision sees neither later nor earlier versions.
 * `job_word` counts the words of all current versions. `job_value` has the values of the codes, which nodes do not hold. A change
 * of the tables needs another format in `src/store/read-model/jobs.ts`.
 */

import {
  createStatements,
  dropStatements,
  type TableDefinition,
} from '../../../store/clickhouse/create-tables.ts'
import { joinSql, type SqlText, sql, sqlName } from '../../../store/clickhouse/sql-text.ts'
import { type DayField, type DictionaryField, dayFieldNames, dictionaryFieldNames } from './block.ts'

/** The names of the tables of one index. An index that is built anew has other names. */
export interface IndexTables {
  readonly job: SqlText
  readonly jobEnd: SqlText
  readonly jobWord: SqlText
  readonly jobValue: SqlText
}

/** `index`: the name of the index, see `job_index`. */
export function indexTables(index: string): IndexTables {
  return {
    job: sqlName(`job_${index}`),
    jobEnd: sqlName(`job_end_${index}`),
    jobWord: sqlName(`job_word_${index}`),
    jobValue: sqlName(`job_value_${index}`),
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

/** A value of `job_value`. Values are only ever added; one that was inserted twice is there twice until it is merged. */
export interface IndexedValue {
  readonly code: number
  readonly field: string
  readonly value: string
  /** By which conditions find it, see `lookupKeys`. */
  readonly keys: readonly string[]
}

function tablesOf(index: string): readonly TableDefinition[] {
  const { job, jobEnd, jobWord, jobValue } = indexTables(index)
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
    {
      name: jobValue,
      columns: sql`code UInt32, field LowCardinality(String), value String, keys Array(String),
  index keys_index keys type text(tokenizer = 'array')`,
      engine: 'ReplacingMergeTree',
      partition: sql`tuple()`,
      order: sql`(field, code)`,
    },
  ]
}

/** `cluster`: the name of the cluster over which the tables are distributed. Tables that are there already stay. */
export function createIndexStatements(index: string, cluster: string | undefined): SqlText[] {
  return tablesOf(index).flatMap((table) => createStatements(table, cluster))
}

export function dropIndexStatements(index: string, cluster: string | undefined): SqlText[] {
  return tablesOf(index).flatMap((table) => dropStatements(table, cluster))
}
