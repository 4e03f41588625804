import assert from 'node:assert/strict'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { type AppContext, createAppContext } from '../../../src/app/app-context.ts'
import { probeMember } from '../../../src/app/probe/probe-member.ts'
import { findTestedMember } from '../../../src/app/probe/test-member.ts'
import type { LocalUpstreams } from '../../../src/app/profile/profile.ts'
import { loadSources } from '../../../src/app/sources.ts'
import { systemClock } from '../../../src/core/clock.ts'
import { loadConfig } from '../../../src/core/config/load-config.ts'
import { sumReasons } from '../../../src/sync/publish/to-member-records.ts'
import { CommandLine } from '../../support/command-line.ts'
import { readRecording } from '../../support/sync/recorded-upstream.ts'
import { replaySource } from '../../support/sync/test-source.ts'

describe('broadsheet probe', () => {
  const runner = new CommandLine()
  after(() => runner[Symbol.dispose]())

  it('shows requests, shapes and records, and saves a recording that it does not replace', async () => {
    const first = await runner.runHere(['probe', 'gazette', '--data-dir', 'none'])
    assert.equal(first.code, 0, first.stderr)
    assert.match(first.stdout, /^GET https:\/\/\S+\/notices\?page=1 +200 +\d+$/m)
    assert.match(first.stdout, /^notices +matches +https:/m)
    assert.match(first.stdout, /^gazette\/alderbrook: \d+ records and \d+ dropped rows in \d+ requests\.$/m)
    assert.equal(existsSync(join(runner.folder, 'none')), false)
    const file = join(runner.folder, 'gazette-alderbrook.recording.json')
    const saved = readFileSync(file, 'utf8')
    const second = await runner.runHere(['probe', 'gazette', 'alderbrook'])
    assert.equal(second.code, 2)
    assert.match(second.stderr, /exists; choose another file with --out/)
    assert.equal(readFileSync(file, 'utf8'), saved)
  })

  it('saves what led to a failure, and fails', async () => {
    const { code, stdout, stderr } = await runner.runHere(
      ['probe', 'gazette', 'alderbrook', '--out', 'lie.json', '--json'],
      { SANDBOX_FAULTS: '*/api/*=lie' },
    )
    assert.notEqual(code, 0)
    assert.match(stderr, /does not match its schema|is not JSON/)
    const { found, failure, responses } = JSON.parse(stdout)
    assert.equal(found, null)
    assert.equal(failure.code, 'upstream_changed')
    assert.equal(responses.at(-1).matches_shape, false)
    assert.ok(readRecording(join(runner.folder, 'lie.json')).requests.length > 0)
  })
})

describe('a recording', () => {
  const runner = new CommandLine()
  let context: AppContext
  let upstreams: LocalUpstreams | undefined
  before(async () => {
    context = await createAppContext(loadConfig({ env: {}, cwd: runner.folder }), { clock: systemClock })
    upstreams = await context.profile.startUpstreams()
  })
  after(async () => {
    await upstreams?.[Symbol.asyncDispose]()
    runner[Symbol.dispose]()
  })

  it('of every source has no secrets, and gives the same rows when it is replayed', async () => {
    const { sources } = await loadSources(context)
    const active = sources.filter(({ members }) => members.some(({ off }) => off === undefined))
    assert.ok(active.length > 30)
    const empty: string[] = []
    for (const { id } of active) if ((await assertReplays(id)) === 0) empty.push(id)
    // On some days, a simulated list is empty.
    assert.ok(empty.length <= 3, empty.join())
  })

  /** Returns the number of records. */
  async function assertReplays(sourceId: string): Promise<number> {
    const tested = await findTestedMember(context, sourceId, undefined)
    const { probe, recording } = await probeMember(context, tested, AbortSignal.timeout(600_000))
    assert.equal(probe.failure, null, sourceId)
    assert.ok(
      probe.responses.every(({ matches_shape }) => matches_shape),
      sourceId,
    )
    const text = JSON.stringify(recording)
    const { token = 'sandbox-visitor' } = tested.member as { token?: string }
    assert.ok(!text.includes(token), sourceId)
    for (const { request } of recording.exchanges)
      assert.ok([undefined, 'redacted'].includes(request.headers.authorization), request.url)

    const file = join(runner.folder, `${sourceId}.json`)
    writeFileSync(file, text)
    const { member, now, upstream } = readRecording(file)
    const { records, dropped } = await replaySource(tested.source, { member, now }, upstream)
    // The replay has no writer, which drops duplicates.
    const rows = records.length + sumReasons(dropped)
    assert.equal(rows, (probe.found?.records ?? 0) + (probe.found?.dropped ?? 0), sourceId)
    return records.length
  }
})
