/** The cinema sandbox with a client that fetches and maps members like the sync engine. */

import { cinemaHosts, cinemaMembers, cinemaSecrets } from '../../../sandbox/cinema/index.ts'
import type { Fault } from '../../../sandbox/faults/fault.ts'
import { startSandbox } from '../../../sandbox/server.ts'
import type { Clock } from '../../../src/core/clock.ts'
import { createOutbound } from '../../../src/core/outbound/create-outbound.ts'
import type { HostRules } from '../../../src/core/outbound/hosts/host-states.ts'
import type { Outbound } from '../../../src/core/outbound/outbound.ts'
import { type CinemaRecord, recordKey } from '../../../src/services/cinema/schema/records.ts'
import { toCinemaDirectory } from '../../../src/services/cinema/sources/cinema-directory.ts'
import type { CinemaMember } from '../../../src/services/cinema/sources/cinema-member.ts'
import type { CinemaSource, LiveContext } from '../../../src/services/cinema/sources/define-cinema-source.ts'
import { cinemaSources } from '../../../src/services/cinema/sources/index.ts'
import { allowedHosts } from '../../../src/sync/define-source.ts'
import { parseResponses } from '../../../src/sync/publish/parse-responses.ts'
import { toMemberRecords } from '../../../src/sync/publish/to-member-records.ts'
import { createSharedRun } from '../../../src/sync/run/shared-run.ts'
import type { AnyWriter, Member, ParsedResponse, SharedRun } from '../../../src/sync/source.ts'
import { FakeClock } from '../fake-clock.ts'

export const sandboxCinemaSources: readonly CinemaSource[] = cinemaSources(
  toCinemaDirectory(cinemaMembers(), cinemaSecrets),
)

export interface SentRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

const writer: AnyWriter = {
  service: 'cinema',
  keyOf: (record) => recordKey(record as CinemaRecord),
  write: () => Promise.reject(new Error('nothing is written here')),
}

export async function openCinemaSandbox(
  clock: Clock = new FakeClock(),
  faults: readonly Fault[] = [],
  /** By default no host is closed, however many faults there are. */
  hostRules: Partial<HostRules> = {
    requestsMin: Number.POSITIVE_INFINITY,
    refusalsMax: Number.POSITIVE_INFINITY,
  },
) {
  const sandbox = await startSandbox({ clock, seed: 'spring', hosts: cinemaHosts, faults })
  const client = createOutbound({
    userAgent: 'Broadsheet/test',
    hosts: allowedHosts(sandboxCinemaSources),
    overrideOrigin: sandbox.resolve,
    attemptsMax: 1,
    hostRules,
  })
  const sent: SentRequest[] = []
  const http: Outbound = {
    request(url, request) {
      const { method = 'GET', headers = {}, body } = request
      sent.push({ method, url, headers, ...(body === undefined ? {} : { body }) })
      return client.request(url, request)
    },
  }
  return {
    sandbox,
    /** Every request so far, as the adapters passed it to the client. */
    sent,
    http,
    async sync(
      source: CinemaSource,
      member: CinemaMember,
      /** Changes responses before they are mapped. */
      change: (response: ParsedResponse) => ParsedResponse = (response) => response,
      run?: SharedRun<Member>,
    ) {
      const nowMs = clock.now()
      const signal = AbortSignal.timeout(600_000)
      const context = { http, member, baseUrl: source.baseUrl, nowMs, signal }
      const responses = source.fetch({ ...context, ...(run ? { run: run as SharedRun<CinemaMember> } : {}) })
      const parsed = await parseResponses(
        source as never,
        responses,
        (kind) => source.secondaryKinds?.includes(kind) ?? false,
      )
      const changed = parsed.map(change)
      const { records, dropped } = await toMemberRecords(source as never, writer, member, changed, nowMs)
      return { records: records as CinemaRecord[], dropped }
    },
    /** The members of one run, which share requests. */
    shareRun(members: readonly CinemaMember[]): SharedRun<Member> {
      return createSharedRun({
        members,
        http,
        clock,
        timeoutMs: 60_000,
        signal: AbortSignal.timeout(600_000),
      })
    },
    live(member: CinemaMember, session: LiveContext['session']): LiveContext {
      return { http, member, session, nowMs: clock.now(), signal: AbortSignal.timeout(600_000) }
    },
    async [Symbol.asyncDispose]() {
      await client[Symbol.asyncDispose]()
      await sandbox.close()
    },
  }
}

/** The first theater of every chain. */
export function firstTheaterPerChain(): { source: CinemaSource; member: CinemaMember }[] {
  return sandboxCinemaSources.flatMap((source) =>
    [...Map.groupBy(source.members, ({ chain }) => chain).values()].flatMap(([member]) =>
      member ? [{ source, member }] : [],
    ),
  )
}

export function sandboxMember(platform: string, index = 0): { source: CinemaSource; member: CinemaMember } {
  const source = sandboxCinemaSources.find(({ id }) => id === platform)
  const member = source?.members[index]
  if (source === undefined || member === undefined) throw new Error(`the sandbox has no ${platform}`)
  return { source, member }
}
