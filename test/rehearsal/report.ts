/** The tables that the rehearsal prints, and its marks for speed and memory. */

import { toTable } from '../../src/cli/terminal/table.ts'
import type { DayResult } from './judge.ts'
import type { Writes } from './members.ts'
import type { RehearsalOptions } from './options.ts'
import { factorOf, planFactorMax } from './plan.ts'
import type { RehearsalResult } from './rehearse.ts'

const hostsShown = 12

export function toReport(
  { days, quiet, hosts, alarms, plan, start }: RehearsalResult,
  options: RehearsalOptions,
): string {
  const ofHosts = hosts.toSorted((one, other) => other.requests - one.requests).slice(0, hostsShown)
  const impolite = hosts.filter(({ problem }) => problem !== undefined).length
  return [
    '',
    ...days.map(toMembersTable),
    toTable(
      ['', ...days.map(({ day }) => `DAY ${day}`), 'QUIET'],
      [
        ['duration', ...days.map(({ durationMs }) => seconds(durationMs)), ''],
        ['rows changed since the last read', ...days.map(({ changedShare }) => percent(changedShare)), ''],
        ['processor time, sync threads', ...days.map(({ usage }) => seconds(usage.syncCpuMs)), ''],
        ['processor time, nodes', ...days.map(({ usage }) => seconds(usage.processCpuMs)), ''],
        ['records of all services', ...days.map(({ records }) => String(records)), ''],
        ['records per second of a sync thread', ...days.map((day) => String(Math.round(speedOf(day)))), ''],
        ['memory of a sync thread', ...days.map(({ usage }) => `${megabytes(usage.syncMemoryBytes)} MB`), ''],
        ...[...(days[0]?.writes.keys() ?? [])].map((service) => [
          `rows written or removed, ${service}`,
          ...days.map(({ writes }) => writesOf(writes.get(service))),
          '',
        ]),
        ['database', ...days.map(({ disk }) => `${megabytes(disk.databaseBytes)} MB`), ''],
        ['artifacts', ...days.map(({ disk }) => `${megabytes(disk.artifactBytes)} MB`), ''],
        ['reads p50', ...days.map(({ reads }) => duration(reads?.p50Ms)), duration(quiet?.p50Ms)],
        ['reads p99', ...days.map(({ reads }) => duration(reads?.p99Ms)), duration(quiet?.p99Ms)],
        [
          'reads failed',
          ...days.map(({ reads }) => String(reads?.failed ?? '')),
          String(quiet?.failed ?? ''),
        ],
      ],
    ),
    '',
    toTable(
      ['EVENT', 'HOST', 'DAY', 'MEMBERS', 'REQUESTS', 'ALARMS'],
      alarms.map(({ event, members, requests, alarms: heard }) => [
        event.kind,
        event.host,
        String(event.day),
        String(members),
        String(requests),
        heard.join(', ') || 'none',
      ]),
    ),
    '',
    toTable(
      ['FIRST ROUND', 'PLANNED', 'REQUESTS', 'FACTOR'],
      plan.map((source) => [
        source.sourceId,
        String(source.planned),
        String(source.requests),
        factorOf(source).toFixed(1),
      ]),
    ),
    '',
    toTable(
      ['HOST', 'REQUESTS', 'GAP', 'AHEAD', 'AT ONCE', 'POLITE'],
      ofHosts.map(({ host, requests, gapMs, leadMs, atOnce, atOnceMax }) => [
        host,
        String(requests),
        `${gapMs} ms`,
        `${Math.round(leadMs)} ms`,
        String(atOnceMax),
        String(atOnce),
      ]),
    ),
    options.politeness > 0
      ? `${hosts.length} hosts, ${impolite} of them asked too fast`
      : `${hosts.length} hosts; without gaps, only the requests at once are limited`,
    ...(start === undefined
      ? []
      : [`start: ${seconds(start.withRegistryMs)} with the registry, ${seconds(start.withoutMs)} without`]),
    '',
  ].join('\n')
}

function toMembersTable({ day, services }: DayResult): string {
  const rows = [...services].map(([service, counts]) => [
    service,
    String(counts.members),
    `${counts.published} of ${counts.healthy}`,
    `${counts.reported} of ${counts.failing}`,
    String(counts.older),
    String(counts.rows),
  ])
  const heads = ['MEMBERS', 'HEALTHY PUBLISHED', 'FAILING REPORTED', 'HOST CLOSED', 'RIGHT ROWS']
  return `${toTable([`DAY ${day}`, ...heads], rows)}\n`
}

interface Mark {
  readonly name: string
  readonly value: string
  readonly isHeld: boolean
}

export function judgeMarks(
  { days, quiet, plan, start }: RehearsalResult,
  { politeness, service }: RehearsalOptions,
): Mark[] {
  const [first, second] = days as [DayResult, DayResult]
  const moreMs = start === undefined ? undefined : start.withRegistryMs - start.withoutMs
  const share = second.usage.syncCpuMs / first.usage.syncCpuMs
  const memory = Math.max(...days.map(({ usage }) => usage.syncMemoryBytes))
  return [
    ...(politeness > 0 || service !== 'data'
      ? []
      : [
          {
            name: 'at least 1,500 postings per second of processor time',
            value: String(Math.round(speedOf(first))),
            isHeld: speedOf(first) >= 1500,
          },
        ]),
    { name: 'a sync thread below 400 MB', value: `${megabytes(memory)} MB`, isHeld: memory < 400 * 2 ** 20 },
    {
      name: 'the second day costs at most 20% of the first',
      value: percent(share),
      isHeld: share <= 0.2,
    },
    {
      name: 'the plan of the first round is right within a factor of two for every source',
      value: Math.max(1, ...plan.map(factorOf)).toFixed(1),
      isHeld: plan.every((source) => factorOf(source) <= planFactorMax),
    },
    ...(moreMs === undefined
      ? []
      : [
          {
            name: 'a start at most 0.2 s longer with the registry',
            value: seconds(moreMs),
            isHeld: moreMs <= 200,
          },
        ]),
    ...(quiet === undefined
      ? []
      : days.map(({ day, reads }) => ({
          name: `reads on day ${day} within three times their quiet p99`,
          value: `${duration(reads?.p99Ms)} to ${duration(quiet.p99Ms)}`,
          isHeld: (reads?.p99Ms ?? 0) <= 3 * quiet.p99Ms,
        }))),
  ]
}

/** Where job boards are read alone, nearly all records are postings. */
function speedOf({ records, usage }: DayResult): number {
  return usage.syncCpuMs === 0 ? 0 : records / (usage.syncCpuMs / 1000)
}

function writesOf(writes: Writes | undefined): string {
  const { written, unchanged, removed } = writes ?? { written: 0, unchanged: 0, removed: 0 }
  return `${written + removed} of ${written + removed + unchanged}`
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(ms < 10_000 ? 2 : 1)} s`
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)}%`
}

function duration(ms: number | undefined): string {
  return ms === undefined ? '' : `${ms.toFixed(1)} ms`
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 2 ** 20)
}
