/** The sync engine: the interface to everything in this folder. */

import { randomUUID } from 'node:crypto'
import { type Clock, toInstant } from '../core/clock.ts'
import { ConfigurationError, Failure } from '../core/errors.ts'
import { createLeaseTime } from '../store/coordination/ledger-time.ts'
import { readArtifactIds, reconcileImported } from './artifacts/artifact-rows.ts'
import { sweepArtifactFiles } from './artifacts/sweep-artifact-files.ts'
import { maintainStore } from './maintenance/maintain-store.ts'
import { rebuildReadModel } from './maintenance/rebuild-read-model.ts'
import { noMarker } from './member-marker.ts'
import { forgetOldQuarantine, isInEffect, quarantineMember, readQuarantine } from './quarantine.ts'
import { type ImportOptions, importArtifact } from './run/import-artifact.ts'
import type { StartTime } from './run/run-holder.ts'
import { closeInterruptedRuns, type LostMember } from './run/run-rows.ts'
import { type RunOptions, runSource } from './run/run-source.ts'
import { toShares } from './run/shares.ts'
import { readPastRuns } from './schedule/due-at.ts'
import { runSchedule, type ScheduleOptions } from './schedule/run-schedule.ts'
import { readDueAt } from './schedule/slice-due-at.ts'
import type { AnySource } from './source.ts'
import { readSourceStatus } from './source-status.ts'
import { defaultLeaseMs, type SyncDeps } from './sync-deps.ts'

const defaults = {
  newRunId: (): string => randomUUID(),
  marker: noMarker,
  tasks: [],
  sliceMembers: 250,
  membersAtOnce: 4,
  memberTimeoutMs: 120_000,
  leaseMs: defaultLeaseMs,
  resumeWithinMs: 60 * 60_000,
  artifactsPerMember: 5,
  runDays: 30,
} satisfies Partial<SyncDeps>

type Defaulted = keyof typeof defaults

export type SyncEngineOptions = Omit<SyncDeps, Defaulted | 'started' | 'leaseTime'> &
  Partial<Pick<SyncDeps, Defaulted | 'started' | 'leaseTime'>>

export type SyncEngine = ReturnType<typeof createSyncEngine>

export function createSyncEngine(options: SyncEngineOptions) {
  const { store, clock } = options
  const deps: SyncDeps = {
    ...defaults,
    started: processStart(clock),
    leaseTime: createLeaseTime(store, clock),
    ...options,
  }
  rejectSourcesWithoutWriter(deps)
  return {
    sources: deps.sources,
    /** Throws `not_found` for an unknown source. Errors within the run are in the report. */
    run: async (sourceId: string, runOptions: RunOptions) =>
      await runSource(deps, findSource(deps, sourceId), runOptions),
    artifactIds: () => readArtifactIds(deps.store),
    /** By number in the ledger, or by path of an artifact file. */
    import: (artifact: number | string, importOptions: ImportOptions) =>
      importArtifact(deps, artifact, importOptions),
    /**
     * Call this before `schedule`: it closes the runs of dead processes and threads and removes their orphaned files.
     * `lost` is the member that killed the thread before this one; it is quarantined.
     */
    async recover(lost?: LostMember) {
      if (lost) await quarantineLost(deps, lost)
      await forgetOldQuarantine(deps.store.ledger, deps.clock.now())
      const interruptedRuns = await closeInterruptedRuns(deps, lost ? { lost } : {})
      await reconcileImported(deps.store)
      return { interruptedRuns, sweptFiles: await sweepArtifactFiles(deps) }
    },
    /** Removes what has outlived its retention, unless that was done within the last hour. The schedule does it too. */
    maintain: () => maintainStore(deps),
    status: async (sourceId: string) =>
      await readSourceStatus(deps.store, findSource(deps, sourceId), deps.clock.now()),
    /** Members that are not tried now, because they killed a sync thread. */
    quarantine: async () =>
      (await readQuarantine(deps.store.ledger)).filter((row) => isInEffect(row, deps.clock.now())),
    /** Milliseconds since the epoch, possibly long past; undefined while it runs. */
    async dueAt(sourceId: string): Promise<number | undefined> {
      const source = findSource(deps, sourceId)
      const dues = (toShares(source, deps.sliceMembers) ?? [undefined]).map(async (share) => {
        const runs = await readPastRuns(deps.store, source, deps.clock.now(), share?.index)
        return await readDueAt(deps, source, runs, share)
      })
      const known = (await Promise.all(dues)).filter((due) => due !== undefined)
      return known.length === dues.length ? Math.min(...known) : undefined
    },
    /** Fills a new read model from saved responses. Call it before `run`; the schedule does it too. */
    rebuild: (signal: AbortSignal) => rebuildReadModel(deps, signal),
    /** Runs due sources until the signal is aborted, or until none is due for long; then resolves to when to call it again. */
    async schedule(
      signal: AbortSignal,
      scheduleOptions?: Partial<ScheduleOptions>,
    ): Promise<number | undefined> {
      await rebuildReadModel(deps, signal)
      return await runSchedule(deps, { ...scheduleDefaults, ...scheduleOptions }, signal)
    },
  }
}

/** A second earlier, because it is not known exactly. */
function processStart(clock: Clock): StartTime {
  const agoMs = process.uptime() * 1000 + 1000
  return { wallMs: clock.now() - agoMs, monotonicMs: clock.monotonic() - agoMs }
}

const scheduleDefaults: ScheduleOptions = {
  sourcesAtOnce: 4,
  pollMs: 15_000,
  graceMs: 5_000,
  idleMsMin: Number.POSITIVE_INFINITY,
  idleMsMax: 10 * 60_000,
}

async function quarantineLost({ store, clock, events, sources }: SyncDeps, lost: LostMember): Promise<void> {
  const { sourceId, memberId, reason } = lost
  const service = sources.find(({ id }) => id === sourceId)?.service ?? ''
  const { times, until } = await quarantineMember(store.ledger, { ...lost, service }, clock.now())
  events.memberQuarantined({ sourceId, memberId, reason, times, until: toInstant(until) })
}

function findSource({ sources }: SyncDeps, sourceId: string): AnySource {
  const source = sources.find((candidate) => candidate.id === sourceId)
  if (source) return source
  const known = sources.map(({ id }) => id)
  throw new Failure('not_found', `There is no source ${sourceId}.`, { details: { known } })
}

/** Without a writer a source would only fail when it runs. */
function rejectSourcesWithoutWriter({ sources, writers }: SyncDeps): void {
  const services = new Set(writers.map((writer) => writer.service))
  const problems = sources
    .filter((source) => !services.has(source.service))
    .map((source) => `source ${source.id}: no writer for the service ${source.service}`)
  if (problems.length > 0) throw new ConfigurationError(problems)
}
