/**
 * Prints how many names of subprocessors lead to a known vendor, and the merges among them for somebody to read. Names are one per
 * line in a file, or those of the recordings. Half of the names, by their hash, are for developing rules, the others for judging them.
 */

import { hash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { matchVendor } from '../src/services/trust/normalise/vendors/match.ts'
import { vendorTable } from '../src/services/trust/normalise/vendors/vendor-table.ts'

const knownIds = new Set(vendorTable.map(({ id }) => id))
const noOwner = { name: '', domain: null }
const mergesMax = 300

export interface VendorMeasure {
  readonly names: number
  readonly known: number
  readonly unknown: readonly string[]
}

export const halves = ['develop', 'judge'] as const

/** By the hash of the name, so that a name stays in its half when others are added. */
export function halfOf(name: string): (typeof halves)[number] {
  return Number.parseInt(hash('sha256', name.toLowerCase(), 'hex').slice(0, 2), 16) % 2 === 0
    ? 'develop'
    : 'judge'
}

export function measureVendors(names: readonly string[]): VendorMeasure {
  const unknown = names.filter((name) => !knownIds.has(idOf(name)))
  return { names: names.length, known: names.length - unknown.length, unknown }
}

function idOf(name: string): string {
  return matchVendor({ name, website: null }, noOwner)?.vendor_id ?? ''
}

/** The names of the subprocessors in recorded responses, without companies of the group itself. */
export function recordedNames(folder: string): string[] {
  const names = new Set<string>()
  const visit = (node: unknown): void => {
    if (!(node instanceof Object)) return
    const { name, ...fields } = node as Record<string, unknown>
    const isSubprocessor = 'processingLocations' in fields || ('purpose' in fields && 'url' in fields)
    if (typeof name === 'string' && isSubprocessor) names.add(name.trim())
    for (const value of Object.values(node)) visit(value)
  }
  for (const file of globSync('{vanta,oneleet}/*.json', { cwd: folder }))
    visit(JSON.parse(readFileSync(join(folder, file), 'utf8')))
  return [...names].filter((name) => !name.startsWith('Vanta '))
}

if (import.meta.main) {
  const [file] = process.argv.slice(2)
  const folder = join(import.meta.dirname, '..', '..', 'shared', 'fixtures', 'trust')
  if (file === undefined && !existsSync(folder)) throw new Error('Name a file with one name per line.')
  const read = file === undefined ? recordedNames(folder) : readFileSync(file, 'utf8').split('\n')
  const names = [...new Set(read.map((name) => name.trim()))].filter((name) => name !== '')
  for (const half of halves) {
    const { names: count, known, unknown } = measureVendors(names.filter((name) => halfOf(name) === half))
    process.stdout.write(`${half}: ${known} of ${count} known (${Math.round((100 * known) / count)} %)\n`)
    if (half === 'develop') process.stdout.write(`  unknown: ${unknown.join('; ')}\n`)
  }
  const merged = [...Map.groupBy(names, idOf)].filter(
    ([, group]) => group.length > 1 || knownIds.has(idOf(group[0] ?? '')),
  )
  const sample = merged
    .toSorted(([one], [other]) => (hash('sha256', one) < hash('sha256', other) ? -1 : 1))
    .slice(0, mergesMax)
  for (const [id, group] of sample) process.stdout.write(`${id}: ${group.join(' | ')}\n`)
}
