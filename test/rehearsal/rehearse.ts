/** The rehearsal: some days of the live profile against the simulated world. */

import { rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { AppContext } from '../../src/app/app-context.ts'
import { readDayPlan } from '../../src/app/operator/day-plan.ts'
import { systemClock } from '../../src/core/clock.ts'
import { loadConfig } from '../../src/core/config/load-config.ts'
import { silentEvents } from '../../src/core/events.ts'
import { createLogger } from '../../src/core/log.ts'
import { postgresUrl } from '../support/backends.ts'
import { CliRunner } from '../support/cli-runner.ts'
import { testEngines } from '../support/store/test-engines.ts'
import { type EventAlarm, judgeAlarms, lookForEnds, recipient } from './alarms.ts'
import { ContentHistory } from './content.ts'
import { daysRehearsed } from './host-events.ts'
import type { DayResult } from './judge.ts'
import { liveProfile } from './live-profile.ts'
import { openStore, readExpected } from './members.ts'
import { type NodesOptions, type RehearsedNode, startNode, usageFile } from './nodes.ts'
import { changeMembers, testMembers } from './operator-changes.ts'
import type { RehearsalOptions } from './options.ts'
import { comparePlan, type PlannedSource } from './plan.ts'
import { createPolitenessLookup, type HostVerdict, judgeHosts } from './politeness.ts'
import { type Reads, startReads } from './reads.ts'
import { hasReads, type Rehearsal, runDay } from './rehearse-day.ts'
import { type RehearsalSettings, settingsVariable } from './settings.ts'
import { type SimulatedWorld, startWorld } from './world/start-world.ts'

/** By then every board is due: one whose place in the day has just passed is due after 26.4 hours at most. */
const dayMs = 27 * 3_600_000
/** The hour at which the first day begins, UTC: no day ends while it is rehearsed. */
const firstHour = 8

export interface RehearsalResult {
  readonly days: readonly DayResult[]
  readonly quiet: Reads | undefined
  readonly hosts: readonly HostVerdict[]
  readonly changes: readonly string[]
  readonly alarms: readonly EventAlarm[]
  readonly plan: readonly PlannedSource[]
  readonly start: StartTimes | undefined
  readonly problems: readonly string[]
}

export interface StartTimes {
  readonly withRegistryMs: number
  readonly withoutMs: number
}

export async function rehearse(
  options: RehearsalOptions,
  note: (line: string) => void,
): Promise<RehearsalResult> {
  await using stack = new AsyncDisposableStack()
  const runner = stack.use(new CliRunner())
  // Also when the rehearsal is stopped early: no node outlives it.
  const stopAtExit = () => runner[Symbol.dispose]()
  process.once('exit', stopAtExit)
  stack.defer(() => void process.off('exit', stopAtExit))
  const clockAheadMs = untilHour(firstHour)
  const engine = testEngines.find(({ name }) => name === options.engine)
  if (!engine || engine.skip) throw new Error(`${options.engine}: ${engine?.skip}`)
  const database = stack.use(await engine.createDatabase())
  const settings = { seed: options.seed, share: options.share, politeness: options.politeness, clockAheadMs }
  process.env[settingsVariable] = JSON.stringify({ ...settings, origin: '' })
  const sources = await readSources(options)
  const world = stack.use(
    await startWorld({
      seed: options.seed,
      clockAheadMs,
      latencyMs: options.latencyMs,
      politeness: options.politeness,
    }),
  )
  const env = productSettings(options, world, runner.folder, database.storeOptions)
  const nodesOptions = { runner, env, service: options.service }
  const firstSettings: RehearsalSettings = { ...settings, origin: world.origin }
  const start = options.comparesStarts
    ? await compareStarts(nodesOptions, firstSettings, runner.folder)
    : undefined

  const context = createContext(env, firstSettings)
  const { members } = await readExpected(context, options.seed, options.service)
  note(`${members.length} members in ${sources.length} sources`)

  const expected = await readDayPlan(context)

  const firstSinceMs = systemClock.now() + clockAheadMs
  // The store exists once a node has started.
  const first = await startNodes(nodesOptions, options, firstSettings, runner.folder, 1)
  const store = stack.use(await openStore(context))
  const history = new ContentHistory()
  const rehearsal: Rehearsal = { options, nodesOptions, world, store, members, history, events: [], note }
  const tests = testMembers({ nodesOptions, settings: firstSettings, options }, members)
  const firstDay = await runDay(rehearsal, {
    day: 1,
    sinceMs: firstSinceMs,
    nodes: first,
    settings: firstSettings,
  })
  const plan = comparePlan(expected, members, await world.call('hosts'))
  const testProblems = await tests
  const changes = await changeMembers({ nodesOptions, settings: firstSettings, store, options, note })
  await stopAll(first)

  const quiet = await measureQuiet(rehearsal, firstSettings)
  const days = [firstDay]
  const lastAheadMs = clockAheadMs + (daysRehearsed - 1) * dayMs
  for (let day = 2; day <= daysRehearsed; day++) {
    await world.call('nextDay', dayMs)
    const settings = { ...firstSettings, clockAheadMs: clockAheadMs + (day - 1) * dayMs }
    // A node reads members while the next one starts.
    const sinceMs = systemClock.now() + settings.clockAheadMs
    const nodes = await startNodes(nodesOptions, options, settings, runner.folder, day)
    days.push(await runDay(rehearsal, { day, sinceMs, nodes, settings }))
    await stopAll(nodes)
  }

  const hosts = judgeHosts(await world.call('hosts'), createPolitenessLookup(sources))
  const alarms = judgeAlarms(await lookForEnds(store, systemClock.now() + lastAheadMs), rehearsal.events)
  const problems = [
    ...alarms.flatMap(({ problem }) => problem ?? []),
    ...days.flatMap(({ problems }) => problems),
    ...testProblems,
    ...changes.problems,
    ...(options.politeness > 0 ? hosts : []).flatMap(({ host, problem }) =>
      problem === undefined ? [] : [`${host} ${problem}`],
    ),
  ]
  return { days, quiet, hosts, changes: changes.done, alarms, plan, start, problems }
}

/** Milliseconds until that hour of the next day, UTC. */
function untilHour(hour: number): number {
  const now = systemClock.now()
  const tomorrow = Math.floor(now / 86_400_000) + 1
  return tomorrow * 86_400_000 + hour * 3_600_000 - now
}

async function readSources(options: RehearsalOptions) {
  const context = createContext(
    { BROADSHEET_PROFILE: 'live', BROADSHEET_SECRET: secret },
    JSON.parse(process.env[settingsVariable] ?? ''),
  )
  return (await readExpected(context, options.seed, options.service)).sources
}

const secret = 'a secret of the rehearsal, which is long enough'

function productSettings(
  options: RehearsalOptions,
  { tokens }: SimulatedWorld,
  folder: string,
  { databaseUrl, schemaPrefix }: { databaseUrl?: string; schemaPrefix?: string },
): Record<string, string> {
  return {
    BROADSHEET_PROFILE: 'live',
    BROADSHEET_SECRET: secret,
    OUTBOUND_CONTACT: 'rehearsal@example.org',
    PORT: '0',
    DATA_DIR: join(folder, 'data'),
    REGISTRY_DIR: join(folder, 'registry'),
    LOG_LEVEL: 'error',
    OPERATOR_EMAILS: recipient,
    ALARM_BACKUP_DAYS: '0',
    ALARM_DIGEST_AT: 'never',
    // As an operator who has asked; without it these boards are refused.
    JOBS_ROBOTS_EXCEPTIONS: 'api.smartrecruiters.com',
    SYNC_AT_ONCE: String(options.membersAtOnce),
    LIMIT_ANONYMOUS_PER_SECOND: '1000',
    LIMIT_ANONYMOUS_PER_MINUTE: '60000',
    CINEMA_TOKENS: Object.entries(tokens)
      .map(([name, token]) => `${name}=${token}`)
      .join(','),
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: postgresUrl() ?? '' }),
    ...(schemaPrefix === undefined ? {} : { DATABASE_SCHEMA_PREFIX: schemaPrefix.replace(/_$/, '') }),
  }
}

/** As a node sees it. */
function createContext(env: Readonly<Record<string, string>>, settings: RehearsalSettings): AppContext {
  process.env[settingsVariable] = JSON.stringify(settings)
  const loaded = loadConfig({ env })
  const clock = { ...systemClock, now: () => systemClock.now() + settings.clockAheadMs }
  const logger = createLogger(loaded.config.log)
  return { loaded, profile: liveProfile(loaded), clock, logger, events: silentEvents }
}

/** Each started twice, because the first start fills the cache of compiled code. */
async function compareStarts(nodes: NodesOptions, settings: RehearsalSettings, folder: string) {
  const times = { withRegistryMs: Number.POSITIVE_INFINITY, withoutMs: Number.POSITIVE_INFINITY }
  for (let round = 0; round < 2; round++)
    for (const [name, isEmpty] of [
      ['withRegistryMs', false],
      ['withoutMs', true],
    ] as const) {
      const data = join(folder, `start-${round}-${name}`)
      const own = {
        DATA_DIR: data,
        REGISTRY_DIR: join(data, 'registry'),
        DATABASE_URL: '',
        SYNC_ENABLED: 'false',
      }
      const node = await startNode(nodes, { ...settings, isEmpty }, own)
      times[name] = Math.min(times[name], node.startMs)
      await node.stop()
      rmSync(data, { recursive: true, force: true })
    }
  return times
}

async function startNodes(
  nodesOptions: NodesOptions,
  { nodes, profileFolder }: RehearsalOptions,
  settings: RehearsalSettings,
  folder: string,
  day: number,
): Promise<RehearsedNode[]> {
  const file = usageFile(folder, day)
  writeFileSync(file, '')
  const started: RehearsedNode[] = []
  for (let at = 0; at < nodes; at++) {
    // Nodes share the registry and nothing else on disk.
    const own = { DATA_DIR: join(folder, at === 0 ? 'data' : `data-${at + 1}`) }
    const profile = profileFolder === undefined ? {} : { profileFolder: resolve(profileFolder, `day-${day}`) }
    started.push(await startNode(nodesOptions, { ...settings, usageFile: file, ...profile }, own))
  }
  return started
}

async function stopAll(nodes: readonly RehearsedNode[]): Promise<void> {
  await Promise.all(nodes.map((node) => node.stop()))
}

/** With all data, and without a sync. */
async function measureQuiet(
  { options, nodesOptions }: Rehearsal,
  settings: RehearsalSettings,
): Promise<Reads | undefined> {
  if (!hasReads(options)) return undefined
  const node = await startNode(nodesOptions, settings, { SYNC_ENABLED: 'false' })
  // The first requests fill caches.
  await startReadsFor([node], settings, options.quietMs / 4)
  const reads = await startReadsFor([node], settings, options.quietMs)
  await node.stop()
  return reads
}

async function startReadsFor(
  nodes: readonly RehearsedNode[],
  { clockAheadMs }: RehearsalSettings,
  forMs: number,
): Promise<Reads> {
  const reads = startReads(
    nodes.map(({ origin }) => origin),
    clockAheadMs,
  )
  await systemClock.sleep(forMs)
  return await reads.stop()
}
