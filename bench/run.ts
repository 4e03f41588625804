/** `npm run bench`: measures each case, prints a table, writes the figures to `bench/results/`. Never fails a build. */

import { globSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { availableParallelism, cpus, loadavg } from 'node:os'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { type Case, type Measurement, meetsThreshold, type Threshold } from './case.ts'

const usage = `npm run bench                       everything
npm run bench -- 'hot list' start   only these, or those whose name contains one of these
npm run bench -- --rounds 20        more rounds, steadier figures
`

await main()

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { rounds: { type: 'string', default: '9' }, help: { type: 'boolean', short: 'h' } },
  })
  if (values.help) return print(usage)
  const effort = { rounds: Math.max(1, Math.floor(Number(values.rounds)) || 1), secondsPerRound: 1 }
  const cases = selectCases(await findCases(), positionals)
  print(formatRow('case', 'yardstick', 'ours', 'value', 'mark', ''))
  const results: object[] = []
  for (const { name, description, threshold, measure } of cases) {
    const measured = await tryMeasure(() => measure(effort))
    results.push({ name, about: description, mark: threshold, ...measured })
    print(
      'failed' in measured
        ? formatRow(name, '', measured.failed, '', formatThreshold(threshold), 'not measured')
        : formatMeasurement(name, threshold, measured),
    )
  }
  print(`\nResults in ${await write(results)}\n`)
}

/** One file per case; the order is that of their names. */
async function findCases(): Promise<Case[]> {
  const files = globSync('cases/**/*.ts', { cwd: import.meta.dirname }).sort()
  const modules = await Promise.all(files.map((file) => import(`./${file}`) as Promise<{ bench: Case }>))
  return modules.map((module) => module.bench)
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

function formatMeasurement(
  name: string,
  mark: Threshold,
  { baseline, ours, value, unit, besides }: Measurement,
): string {
  const shown = `${value.toFixed(2)} ${unit}`
  return formatRow(
    name,
    baseline,
    ours,
    shown,
    formatThreshold(mark),
    (meetsThreshold(mark, value) ? 'holds' : 'MISSED') + (besides === undefined ? '' : `  ${besides}`),
  )
}

function formatThreshold(mark: Threshold): string {
  return 'atLeast' in mark ? `≥ ${mark.atLeast}` : `< ${mark.below}`
}

function formatRow(...cells: readonly string[]): string {
  const widths = [16, 24, 24, 9, 8, 0]
  return `${cells
    .map((cell, index) => cell.padEnd(widths[index] ?? 0))
    .join('  ')
    .trimEnd()}\n`
}

function print(text: string): void {
  process.stdout.write(text)
}
