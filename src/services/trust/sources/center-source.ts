/** A source per provider, whose members are trust centers. A gate is a result, not a failure. */

import { hash } from 'node:crypto'
import { type Static, Type } from 'typebox'
import { contentHash } from '../../../core/content-hash.ts'
import { isFailure } from '../../../core/errors.ts'
import { isCutOff } from '../../../core/parse/is-cut-off.ts'
import { RobotsReader } from '../../../core/robots/robots-reader.ts'
import { isShortList } from '../../../core/short-list.ts'
import { defineSource } from '../../../sync/define-source.ts'
import type { FetchContext, SourceDefinition, UpstreamResponse } from '../../../sync/source.ts'
import { statusesOf } from '../../../sync/status-rules.ts'
import type { Findings } from '../normalise/findings.ts'
import { toItems } from '../normalise/items.ts'
import type { Provider } from '../normalise/providers/registry.ts'
import { perSurface, type Surface, sourceKinds, surfaces } from '../normalise/vocabulary.ts'
import type { CenterRecord, Evidence, PausedRecord, TrustMember } from '../schema/records.ts'
import { type Adapter, type FetchStep, payloadUrls, upstreamChanged } from './adapters/adapter.ts'
import { type DetectedGate, detectGate, gateRules } from './detect-gate.ts'
import { isPaused, nextSighting, parseSighting } from './gate-backoff.ts'

/** A response with its metadata, from which gates are detected. */
const SavedResponse = Type.Object({
  step: Type.String(),
  kind: Type.Unsafe<(typeof sourceKinds)[number]>({ type: 'string', enum: [...sourceKinds] }),
  optional: Type.Boolean(),
  url: Type.String(),
  status: Type.Integer(),
  type: Type.String(),
  challenged: Type.Boolean(),
  /** Not requested because of robots.txt. */
  disallowed: Type.Boolean(),
  /** An optional response that could not be fetched. */
  failed: Type.Optional(Type.Boolean()),
  body: Type.String(),
})
type SavedResponse = Static<typeof SavedResponse>

/** Instead of responses, while a gated center is not requested. */
const Paused = Type.Object({ paused: Type.String() })

/** More than any center has; a center with more is incomplete. */
const furtherPagesMax = 20

export function centerSource(
  provider: Provider,
  adapter: Adapter,
  members: readonly TrustMember[],
): SourceDefinition<TrustMember, CenterRecord | PausedRecord> {
  const first = members[0]
  const home = provider.website ?? (first ? new URL(first.url).origin : 'https://example.com')
  const hosts = members.flatMap((member) =>
    [member.url, ...payloadUrls(member)].map((address) => new URL(address).host),
  )
  const robots = new RobotsReader()
  return defineSource<TrustMember, CenterRecord | PausedRecord>({
    id: adapter.source,
    service: 'trust',
    about: {
      name: `${provider.name} trust centers`,
      home,
      terms:
        'Public pages, read as an anonymous visitor: no login, no access requests, no circumvention of gates.',
    },
    baseUrl: home,
    hosts: [...new Set([...adapter.hosts, ...hosts])],
    // Where its first request goes: some providers answer for all centers at one host.
    hostOf: (member) => new URL(adapter.steps(member)[0]?.url ?? member.url).host,
    everyMinutes: 24 * 60,
    polite: { atOnce: 1, gapMs: Math.ceil(1000 / provider.rate_limit.recommendedRps) },
    members,
    raw: { saved: SavedResponse, paused: Paused },
    statusRules: gateRules,
    async *fetch(context) {
      const { member, nowMs, notes, isManual = false } = context
      const lastSighting = parseSighting(await notes?.read())
      if (lastSighting && !isManual && isPaused(lastSighting, nowMs)) {
        const body = JSON.stringify({ paused: lastSighting.reason })
        return yield { kind: 'paused', url: member.url, fetchedAt: nowMs, body }
      }
      const bodies = new Map<string, string>()
      const save = async (step: FetchStep) => {
        const saved = await fetchEither(step, context, robots)
        if (saved.failed !== true && detectGate(saved) === undefined) bodies.set(saved.step, saved.body)
        return saved
      }
      for (const step of adapter.steps(member)) {
        const saved = await save(step)
        yield toUpstreamResponse(saved, nowMs)
        const detected = step.optional ? undefined : detectGate(saved)
        if (detected === undefined) continue
        const { gate, reason } = detected
        // A missing center and robots.txt are checked on every run.
        if (gate !== 'gone' && gate !== 'robots')
          await notes?.write(JSON.stringify(nextSighting(lastSighting, reason, nowMs)))
        return
      }
      for (let page = 0; page < furtherPagesMax; page++) {
        const step = adapter.nextStep?.(bodies, member)
        if (step === undefined || bodies.has(step.name)) break
        const saved = await save({ ...step, optional: true })
        yield toUpstreamResponse(saved, nowMs)
        if (!bodies.has(step.name)) break
      }
      if (lastSighting) await notes?.write(undefined)
    },
    *toRecords(responses, { member, drop }) {
      const [first] = responses
      if (first?.kind === 'paused') {
        const { provider } = adapter
        const center = { provider, company: member.name, website: member.website, url: member.url }
        return yield { type: 'paused', center, gate_reason: first.body.paused }
      }
      const saved = responses.map(({ body }) => body as SavedResponse)
      yield toCenterRecord(saved, adapter, member, drop)
    },
  })
}

/** What cannot be fetched is missing from the findings, which say so. */
async function fetchEither(
  step: FetchStep,
  context: FetchContext<TrustMember>,
  robots: RobotsReader,
): Promise<SavedResponse> {
  const saved = await fetchAllowed(step, context, robots)
  if (step.older === undefined || saved.status !== 404) return saved
  const older = await fetchAllowed(step.older, context, robots)
  return older.status === 404 ? saved : older
}

function toUpstreamResponse(saved: SavedResponse, fetchedAt: number): UpstreamResponse {
  return { kind: 'saved', url: saved.url, fetchedAt, body: JSON.stringify(saved) }
}

async function fetchAllowed(
  step: FetchStep,
  context: FetchContext<TrustMember>,
  robots: RobotsReader,
): Promise<SavedResponse> {
  try {
    if (step.kind === 'import_file') return await fetchStep(step, context)
    if (!(await robots.allows(step.url, context))) return { ...emptyResponse(step), disallowed: true }
    return await fetchStep(step, { ...context, http: robots.guard(context) })
  } catch (thrown) {
    if (!step.optional || context.signal.aborted || !isFailure(thrown)) throw thrown
    return { ...emptyResponse(step), failed: true }
  }
}

async function fetchStep(
  step: FetchStep,
  { http, signal }: FetchContext<TrustMember>,
): Promise<SavedResponse> {
  try {
    const response = await http.request(step.url, {
      signal,
      acceptStatuses: statusesOf(gateRules, 'page'),
      ...(step.body === undefined
        ? {}
        : {
            method: 'POST' as const,
            body: JSON.stringify(step.body),
            headers: { 'content-type': 'application/json', accept: 'application/json' },
            safeToRetry: true,
          }),
    })
    const { url, status, headers, body } = response
    if (status === 200 && isCutOff(body)) throw upstreamChanged('The page is cut off.')
    const saved = { ...emptyResponse(step), url, status, type: headers['content-type'] ?? '', body }
    // A 400 is accepted only because of what its body may say.
    if (status >= 400 && detectGate(saved) === undefined)
      throw upstreamChanged(`The center responded with status ${status}.`)
    return saved
  } catch (thrown) {
    // Refusals by status are accepted above, so this is a bot challenge.
    if (!isFailure(thrown, 'upstream_refused')) throw thrown
    return { ...emptyResponse(step), status: 403, challenged: true }
  }
}

function emptyResponse({ name, url, kind, optional = false }: FetchStep): SavedResponse {
  const flags = { challenged: false, disallowed: false }
  return { step: name, kind, optional, url, status: 0, type: '', ...flags, body: '' }
}

function toCenterRecord(
  saved: readonly SavedResponse[],
  adapter: Adapter,
  member: TrustMember,
  drop: (reason: string) => void,
): CenterRecord {
  const gatedResponse = saved.find((response) => !response.optional && detectGate(response))
  const gate = gatedResponse === undefined ? undefined : detectGate(gatedResponse)
  const findings = gate === undefined ? parseResponses(saved, adapter, member) : gatedFindings(gate)
  const dropped = new Map<Surface, number>()
  const company = findings.company ?? member.name
  const items = toItems(findings, { name: company, website: member.website }, (reason, surface) => {
    dropped.set(surface, (dropped.get(surface) ?? 0) + 1)
    drop(reason)
  })
  if (items.length === 0 && dropped.size > 0)
    throw upstreamChanged('No row of the trust center could be read.')
  // If far fewer than all rows of a surface could be read, what it lacks is unknown.
  const incomplete = surfaces.filter((surface) => {
    const rows = findings[surface]?.length ?? 0
    return (
      findings.incomplete?.includes(surface) ||
      isShortList(rows - (dropped.get(surface) ?? 0), rows, 1) ||
      (rows > 0 && !items.some((item) => item.surface === surface))
    )
  })
  return {
    type: 'read',
    center: { provider: adapter.provider, company, website: member.website, url: member.url },
    gate: findings.gate,
    gate_reason: gate?.reason ?? gateReasons[findings.gate] ?? null,
    parser: `${adapter.provider}@${adapter.version}`,
    best_effort: adapter.bestEffort,
    describes_restricted: findings.describesRestricted ?? false,
    states: perSurface((surface) =>
      incomplete.includes(surface) ? 'not_read' : (findings.states[surface] ?? 'not_read'),
    ),
    incomplete,
    items,
    evidence: saved.map(toEvidence),
    stated_company: findings.company ?? null,
    content_hash: contentHash(
      adapter.version,
      saved.map(({ step, status, body }) => [step, status, body]),
    ),
  }
}

const gateReasons: Partial<Readonly<Record<Findings['gate'], string>>> = {
  signed_api: 'The page is public; the API behind it accepts signed requests only.',
  unread_shell: 'The page loaded but contains no recognised data.',
  login: 'The trust center is private.',
}

function parseResponses(saved: readonly SavedResponse[], adapter: Adapter, member: TrustMember): Findings {
  const readableResponses = saved.filter(
    (response) => response.failed !== true && detectGate(response) === undefined,
  )
  return adapter.parse(new Map(readableResponses.map(({ step, body }) => [step, body])), member)
}

function gatedFindings({ gate }: DetectedGate): Findings {
  return { gate, states: perSurface(() => 'gated' as const) }
}

function toEvidence({ kind, url, status, type, body, challenged }: SavedResponse): Evidence {
  const hasBody = !challenged && body !== ''
  return {
    kind,
    url: url.split('?', 1)[0] ?? url,
    http_status: status === 0 ? null : status,
    sha256: hasBody ? hash('sha256', body) : null,
    bytes: hasBody ? Buffer.byteLength(body) : null,
    content_type: type === '' ? null : (type.split(';', 1)[0] ?? null),
  }
}
