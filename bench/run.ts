/** `npm run bench`: measures each case, prints a table, writes the figures to `bench/results/`. Never fails a build. */

import { globSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { availableParallelism, cpus, loadavg } from 'node:os'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { type Case, type Measurement, meetsThreshold, type Threshold } from './case.ts'
import { measureJobsSizes } from './jobs-sizes.ts'

const usage = `npm run bench                       everything
npm run bench -- 'hot list' start   only these, or those whose name contains one of these
npm run bench -- --rounds 20        more rounds, steadier figures
npm run bench -- marks              five rounds of the cases with a mark in docs/explanation/performance.md, as a Markdown table
npm run bench -- peers              nginx, Varnish, Platformatic DB, FTS5 and DuckDB beside ours, installed on demand; skipped where that fails
npm run bench -- 'ten million'      the jobs queries at 100,000, a million and ten million postings; 55 GB of disk, about an hour at first
                                    --sizes 100000,1000000 for others; --ways clickhouse,postgres for others than blocks,
                                    where CHDB_FOLDER and TEST_DATABASE_URL say
`

/** Those with a mark in `docs/explanation/performance.md`. */
const markedCases = [
  'hot list',
  'cinema hot list',
  'not modified',
  'market hit',
  'point read',
  'cinema point read',
  'cinema cold list',
  'cinema near',
  'cinema seat grid',
  'start',
]

await main()

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      rounds: { type: 'string' },
      sizes: { type: 'string', default: '100000,1000000,10000000' },
      ways: { type: 'string', default: 'blocks' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  if (values.help) return print(usage)
  if (positionals[0] === 'ten million')
    return await measureJobsSizes(values.sizes.split(',').map(Number), values.ways.split(','), print)
  const asMarks = positionals[0] === 'marks'
  const rounds = values.rounds ?? (asMarks ? '5' : '9')
  const effort = { rounds: Math.max(1, Math.floor(Number(rounds)) || 1), secondsPerRound: 1 }
  const cases =
    positionals[0] === 'peers'
      ? selectCases(await findPeers(), positionals.slice(1))
      : selectCases(await findCases(), asMarks ? markedCases : positionals)
  const formatRow = asMarks ? formatMarkdownRow : formatTextRow
  print(formatRow('case', 'yardstick', 'ours', 'value', 'mark', ''))
  if (asMarks) print('|---|---|---|---|---|---|\n')
  const results: object[] = []
  for (const { name, description, threshold, measure } of cases) {
    const measured = await tryMeasure(() => measure(effort))
    results.push({ name, about: description, mark: threshold, ...measured })
    print(
      'failed' in measured
        ? formatRow(name, '', measured.failed, '', formatThreshold(threshold), 'not measured')
        : formatRow(...toCells(name, threshold, measured)),
    )
  }
  const [load = 0] = loadavg()
  print(`\nNode ${process.version}, ${availableParallelism()} cores, load ${load.toFixed(1)} at the end.\n`)
  print(`Results in ${await write(results)}\n`)
}

/** One file per case; the order is that of their names. */
async function findCases(): Promise<Case[]> {
  const files = globSync('cases/**/*.ts', { cwd: import.meta.dirname }).sort()
  const modules = await Promise.all(files.map((file) => import(`./${file}`) as Promise<{ bench: Case }>))
  return modules.map((module) => module.bench)
}

/** Programs that do the same, for the record: they have no mark. */
async function findPeers(): Promise<Case[]> {
  const modules = [
    import('./peers/nginx.ts'),
    import('./peers/varnish.ts'),
    import('./peers/platformatic.ts'),
    import('./peers/fts5.ts'),
    import('./peers/duckdb.ts'),
  ]
  return (await Promise.all(modules)).map(({ peer }) => peer)
}

/** A part that is a name means that case alone. */
function selectCases(cases: readonly Case[], parts: readonly string[]): readonly Case[] {
  if (parts.length === 0) return cases
  const names = new Set(cases.map(({ name }) => name))
  return cases.filter(({ name }) =>
    parts.some((part) => (names.has(part) ? name === part : name.includes(part))),
  )
}

async function tryMeasure(measure: () => Promise<Measurement>): Promise<Measurement | { failed: string }> {
  try {
    return await measure()
  } catch (thrown) {
    return { failed: thrown instanceof Error ? thrown.message : String(thrown) }
  }
}

async function write(results: readonly object[]): Promise<string> {
  const folder = join(import.meta.dirname, 'results')
  await mkdir(folder, { recursive: true })
  const at = new Date().toISOString()
  const file = join(folder, `${at.replaceAll(':', '-').slice(0, 19)}.json`)
  const machine = {
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    cores: availableParallelism(),
    cpu: cpus()[0]?.model,
    load: loadavg(),
  }
  await writeFile(file, `${JSON.stringify({ at, machine, results }, undefined, 2)}\n`)
  return relative(process.cwd(), file)
}

function toCells(
  name: string,
  mark: Threshold | undefined,
  { baseline, ours, value, unit, besides }: Measurement,
): string[] {
  const shown = `${value.toFixed(2)} ${unit}`
  const verdict = mark && (meetsThreshold(mark, value) ? 'holds' : 'MISSED')
  return [
    name,
    baseline,
    ours,
    shown,
    formatThreshold(mark),
    [verdict, besides].filter((part) => part !== undefined).join('; '),
  ]
}

function formatThreshold(mark: Threshold | undefined): string {
  if (!mark) return 'none'
  return 'atLeast' in mark ? `≥ ${mark.atLeast}` : `< ${mark.below}`
}

function formatMarkdownRow(...cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |\n`
}

function formatTextRow(...cells: readonly string[]): string {
  const widths = [16, 24, 24, 9, 8, 0]
  return `${cells
    .map((cell, index) => cell.padEnd(widths[index] ?? 0))
    .join('  ')
    .trimEnd()}\n`
}

function print(text: string): void {
  process.stdout.write(text)
}
