/** Statements that create and drop tables of ClickHouse, on one server or on a cluster. */

import { type SqlText, sql, sqlName } from './sql-text.ts'

export interface TableDefinition {
  readonly name: SqlText
  readonly columns: SqlText
  readonly engine: string
  /** Of rows with the same key, `ReplacingMergeTree` keeps the one with the greatest value of this column. Default: the last one. */
  readonly version?: SqlText
  readonly order: SqlText
  readonly partition: SqlText
  /** By which rows are distributed over the servers of a cluster. Without it, every server has all rows. */
  readonly shardKey?: SqlText
}

/** How many of the last inserts of a table are remembered, so that a repeated one is ignored. */
const rememberedInserts = 10_000

/** `cluster`: the name of the cluster over which the table is distributed. One that is there already stays. */
export function createStatements(table: TableDefinition, cluster: string | undefined): SqlText[] {
  return cluster === undefined ? [createTable(table)] : createOnCluster(table, cluster)
}

export function dropStatements({ name, shardKey }: TableDefinition, cluster: string | undefined): SqlText[] {
  if (cluster === undefined) return [sql`drop table if exists ${name} sync`]
  const names = shardKey === undefined ? [name] : [name, localName(name)]
  return names.map((one) => sql`drop table if exists ${one} on cluster ${cluster} sync`)
}

/** The table that each server has for itself, for statements that change rows. */
export function localTable(table: SqlText, cluster: string | undefined): SqlText {
  return cluster === undefined ? table : sql`${localName(table)} on cluster ${cluster}`
}

function localName({ text }: SqlText): SqlText {
  return sqlName(`${text}_local`)
}

function createTable({ name, columns, engine, version, order, partition }: TableDefinition): SqlText {
  return sql`create table if not exists ${name} (
  ${columns}
)
engine = ${sqlName(engine)}${version === undefined ? sql`` : sql`(${version})`}
partition by ${partition}
order by ${order}
settings non_replicated_deduplication_window = ${rememberedInserts}`
}

function createOnCluster(table: TableDefinition, cluster: string): SqlText[] {
  const { name, columns, engine, version, order, partition, shardKey } = table
  const local = shardKey === undefined ? name : localName(name)
  const [path, replica] =
    shardKey === undefined
      ? [`/clickhouse/tables/{database}/${name.text}`, '{shard}-{replica}']
      : [`/clickhouse/tables/{shard}/{database}/${local.text}`, '{replica}']
  const replicated = sql`create table if not exists ${local} on cluster ${cluster} (
  ${columns}
)
engine = ${sqlName(`Replicated${engine}`)}(${path}, ${replica}${version === undefined ? sql`` : sql`, ${version}`})
partition by ${partition}
order by ${order}
settings replicated_deduplication_window = ${rememberedInserts}`
  if (shardKey === undefined) return [replicated]
  const distributed = sql`create table if not exists ${name} on cluster ${cluster} as ${local}
engine = Distributed(${cluster}, currentDatabase(), ${local.text}, ${shardKey})`
  return [replicated, distributed]
}
