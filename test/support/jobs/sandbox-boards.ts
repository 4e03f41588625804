/** Reads boards of the sandbox as a sync does, with the requests that were sent. */

import { jobHosts } from '../../../sandbox/jobs/index.ts'
import { type Sandbox, startSandbox } from '../../../sandbox/server.ts'
import { systemClock } from '../../../src/core/clock.ts'
import { createOutbound } from '../../../src/core/outbound/create-outbound.ts'
import type { BoardNote, BoardRecord, Posting } from '../../../src/services/jobs/schema/records.ts'
import { jobSources } from '../../../src/services/jobs/sync.ts'
import { allowedHosts } from '../../../src/sync/define-source.ts'
import { parseResponses } from '../../../src/sync/publish/parse-responses.ts'
import type { MemberNotes, UpstreamResponse } from '../../../src/sync/source.ts'
import { FakeClock } from '../fake-clock.ts'
import { type Rewrite, recordRequests, type SentRequest } from '../sandbox/recorded-requests.ts'

export interface ReadOptions {
  readonly rewrite?: Rewrite
  readonly robotsExceptions?: readonly string[]
  readonly notes?: MemberNotes
  /** Time that passes before each request. */
  readonly gapMs?: number
}

export interface ReadBoard {
  readonly sent: readonly SentRequest[]
  readonly postings: readonly Posting[]
  readonly note: BoardNote | undefined
}

export interface FetchedBoard {
  readonly sent: readonly SentRequest[]
  readonly responses: readonly UpstreamResponse[]
  toRecords(responses: readonly UpstreamResponse[]): Promise<readonly BoardRecord[]>
}

export class SandboxBoards implements AsyncDisposable {
  readonly clock: FakeClock
  readonly #sandbox: Sandbox

  private constructor(sandbox: Sandbox, clock: FakeClock) {
    this.#sandbox = sandbox
    this.clock = clock
  }

  static async open(today = '2026-11-15T06:00:00Z'): Promise<SandboxBoards> {
    const clock = new FakeClock(today)
    return new SandboxBoards(await startSandbox({ clock, seed: 'spring', hosts: jobHosts }), clock)
  }

  /** For requests to the simulated hosts themselves. */
  get origin(): string {
    return this.#sandbox.origin
  }

  /** Rejects as the source does. */
  async read(platform: string, key: string, options: ReadOptions = {}): Promise<ReadBoard> {
    const { sent, responses, toRecords } = await this.fetch(platform, key, options)
    const records = await toRecords(responses)
    return {
      sent,
      postings: records.filter((record): record is Posting => record.type === 'posting'),
      note: records.find((record): record is BoardNote => record.type === 'note'),
    }
  }

  /** The responses before they are mapped. */
  async fetch(platform: string, key: string, options: ReadOptions = {}): Promise<FetchedBoard> {
    const [source] = jobSources(
      { [platform]: [{ key, name: 'Acme', home: 'US' }] },
      options.robotsExceptions ?? ['api.smartrecruiters.com'],
    )
    const [member] = source?.members ?? []
    if (source === undefined || member === undefined) throw new TypeError(`no platform ${platform}`)
    await using outbound = createOutbound({
      userAgent: 'Broadsheet/test',
      hosts: allowedHosts([source]),
      overrideOrigin: () => ({ origin: this.#sandbox.origin }),
      pauseBetweenRequests: false,
      attemptsMax: 1,
      clock: systemClock,
    })
    const { http, sent } = recordRequests(outbound, (url, request) => {
      this.clock.advance(options.gapMs ?? 0)
      return options.rewrite?.(url, request) ?? [url, request]
    })
    const nowMs = this.clock.now()
    const fetched = source.fetch({
      http,
      member,
      baseUrl: source.baseUrl,
      nowMs,
      signal: AbortSignal.timeout(600_000),
      ...(options.notes === undefined ? {} : { notes: options.notes }),
    })
    const responses = await Array.fromAsync(fetched)
    return {
      sent,
      responses,
      async toRecords(given) {
        const parsed = await parseResponses(source as never, toAsync(given))
        return [...source.toRecords(parsed, { member, nowMs, drop() {} })]
      },
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#sandbox.close()
  }
}

async function* toAsync<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  yield* items
}
