/** One source per provider: its members are trust centers, asked politely and once; a gate is what was found. */

import { hash } from 'node:crypto'
import { type Static, Type } from 'typebox'
import { contentHash } from '../../../core/content-hash.ts'
import { isFailure } from '../../../core/errors.ts'
import {
  defineSource,
  type FetchContext,
  type SourceDefinition,
  type UpstreamResponse,
} from '../../../sync/source.ts'
import { type DetectedGate, detectGate } from '../normalise/classify/detect-gate.ts'
import type { Findings } from '../normalise/findings.ts'
import { toItems } from '../normalise/items.ts'
import { type Surface, type SurfaceState, sourceKinds, surfaces } from '../normalise/vocabulary.ts'
import type { CenterRecord, Evidence, SourceProvider, TrustMember } from '../schema/records.ts'
import type { Adapter, FetchStep } from './adapters/adapter.ts'
import { GateBackoff } from './gate-backoff.ts'
import { parseRobots, type RobotsRules } from './robots.ts'

/** An answer with what surrounded it: the status is half of what a gate says. */
const SavedResponse = Type.Object({
  step: Type.String(),
  kind: Type.Unsafe<(typeof sourceKinds)[number]>({ type: 'string', enum: [...sourceKinds] }),
  optional: Type.Boolean(),
  url: Type.String(),
  status: Type.Integer(),
  type: Type.String(),
  challenged: Type.Boolean(),
  /** The host asks programs to leave this address alone, and it was. */
  disallowed: Type.Boolean(),
  body: Type.String(),
})
type SavedResponse = Static<typeof SavedResponse>

/** As the outbound client calls itself. */
const robotsAgent = 'Broadsheet'

/** Taken for answers, because they say what stands before the page. */
const gateStatuses = [400, 401, 402, 403, 404, 407, 410, 429, 451]

export function centerSource(
  provider: SourceProvider,
  adapter: Adapter,
  members: readonly TrustMember[],
): SourceDefinition<TrustMember, CenterRecord> {
  const first = members[0]
  const home = provider.website ?? (first ? new URL(first.url).origin : 'https://example.com')
  const hosts = members.flatMap(({ url, payload_url }) =>
    [url, payload_url ?? url].map((at) => new URL(at).host),
  )
  const isAllowedByRobots = createRobotsCheck()
  const gateBackoff = new GateBackoff<UpstreamResponse>()
  return defineSource<TrustMember, CenterRecord>({
    id: `trust-${provider.id.replaceAll('_', '-')}`,
    service: 'trust',
    about: {
      name: `${provider.name} trust centers`,
      home,
      terms:
        'Public pages, read as an anonymous visitor: no login, no request for access, no gate worked around.',
    },
    baseUrl: home,
    hosts: [...new Set([...adapter.hosts, ...hosts])],
    everyMinutes: 24 * 60,
    polite: { atOnce: 1, gapMs: Math.ceil(1000 / provider.rate_limit.recommendedRps) },
    members,
    raw: { saved: SavedResponse },
    async *fetch(context) {
      const { member, nowMs } = context
      const known = gateBackoff.activePause(member.id, nowMs)
      // A gate that was seen a few times in a row is taken to stand; what was seen keeps its time.
      if (known) return yield* known.responses
      const answers: UpstreamResponse[] = []
      for (const step of adapter.steps(member)) {
        const isAllowed = step.kind === 'import_file' || (await isAllowedByRobots(step.url, context))
        const saved = isAllowed ? await fetchStep(step, context) : skippedStep(step)
        const answer = { kind: 'saved', url: saved.url, fetchedAt: nowMs, body: JSON.stringify(saved) }
        answers.push(answer)
        yield answer
        const gate = step.optional ? undefined : detectGate(saved)?.gate
        if (gate === undefined) continue
        // Whether a center is gone, or may be read, is looked at every time.
        if (gate !== 'gone' && gate !== 'robots') gateBackoff.recordGate(member.id, answers, nowMs)
        return
      }
      gateBackoff.clear(member.id)
    },
    *toRecords(answers, { member, drop }) {
      const saved = answers.map(({ body }) => body as SavedResponse)
      const seenAt = Math.max(0, ...answers.map(({ fetchedAt }) => fetchedAt))
      yield { ...toCenterRecord(saved, adapter, member, drop), seen_at: seenAt }
    },
  })
}

async function fetchStep(
  step: FetchStep,
  { http, signal }: FetchContext<TrustMember>,
): Promise<SavedResponse> {
  const stepFields = { step: step.name, kind: step.kind, optional: step.optional ?? false }
  try {
    const answer = await http.request(step.url, {
      signal,
      acceptStatuses: gateStatuses,
      ...(step.body === undefined
        ? {}
        : {
            method: 'POST' as const,
            body: JSON.stringify(step.body),
            headers: { 'content-type': 'application/json', accept: 'application/json' },
            safeToRetry: true,
          }),
    })
    const { url, status, headers, body } = answer
    const type = headers['content-type'] ?? ''
    return { ...stepFields, url, status, type, challenged: false, disallowed: false, body }
  } catch (thrown) {
    // Every refusal by status was taken for an answer above, so this is a page that asks for a person.
    if (!isFailure(thrown, 'upstream_refused')) throw thrown
    return {
      ...stepFields,
      url: step.url,
      status: 403,
      type: '',
      challenged: true,
      disallowed: false,
      body: '',
    }
  }
}

function skippedStep({ name, url, kind, optional = false }: FetchStep): SavedResponse {
  return {
    step: name,
    kind,
    optional,
    url,
    status: 0,
    type: '',
    challenged: false,
    disallowed: true,
    body: '',
  }
}

const robotsMaxAgeMs = 24 * 60 * 60_000

/** Asks each host once a day what it does not want to be read. */
function createRobotsCheck(): (url: string, context: FetchContext<TrustMember>) => Promise<boolean> {
  const rulesByOrigin = new Map<string, { readonly until: number; readonly allows: Promise<RobotsRules> }>()
  return async (url, context) => {
    const { origin } = new URL(url)
    let cachedRules = rulesByOrigin.get(origin)
    if (!cachedRules || cachedRules.until <= context.nowMs) {
      cachedRules = { until: context.nowMs + robotsMaxAgeMs, allows: fetchRobots(origin, context) }
      rulesByOrigin.set(origin, cachedRules)
      cachedRules.allows.catch(() => rulesByOrigin.delete(origin))
    }
    return (await cachedRules.allows)(url)
  }
}

/** A host that keeps even this behind a gate has no rules; the gate will show at the page itself. */
async function fetchRobots(
  origin: string,
  { http, signal }: FetchContext<TrustMember>,
): Promise<RobotsRules> {
  try {
    const { status, body } = await http.request(`${origin}/robots.txt`, {
      signal,
      acceptStatuses: gateStatuses,
    })
    return parseRobots(status === 200 ? body : '', robotsAgent)
  } catch (thrown) {
    if (!isFailure(thrown, 'upstream_refused')) throw thrown
    return parseRobots('', robotsAgent)
  }
}

function toCenterRecord(
  saved: readonly SavedResponse[],
  adapter: Adapter,
  member: TrustMember,
  drop: (reason: string) => void,
): CenterRecord {
  const gatedResponse = saved.find((answer) => !answer.optional && detectGate(answer))
  const gate = gatedResponse === undefined ? undefined : detectGate(gatedResponse)
  const findings = gate === undefined ? parseResponses(saved, adapter, member) : gatedFindings(gate)
  const company = findings.company ?? member.name
  return {
    type: 'read',
    center: { provider: adapter.provider, company, website: member.website, url: member.url },
    gate: findings.gate,
    gate_reason: gate?.reason ?? gateReasons[findings.gate] ?? null,
    parser: `${adapter.provider}@${adapter.version}`,
    best_effort: adapter.bestEffort,
    describes_restricted: findings.describesRestricted ?? false,
    states: toStates(findings),
    items: toItems(findings, { name: company, website: member.website }, drop),
    evidence: saved.map(toEvidence),
    content_hash: contentHash(
      adapter.version,
      saved.map(({ step, status, body }) => [step, status, body]),
    ),
  }
}

const gateReasons: Partial<Readonly<Record<Findings['gate'], string>>> = {
  signed_api: 'The page is public; the interface behind it takes signed queries only.',
  unread_shell: 'The page came, but no data in a known form was in it.',
  login: 'The center is switched to private.',
}

function parseResponses(saved: readonly SavedResponse[], adapter: Adapter, member: TrustMember): Findings {
  const readableResponses = saved.filter((answer) => detectGate(answer) === undefined)
  return adapter.parse(new Map(readableResponses.map(({ step, body }) => [step, body])), member)
}

function gatedFindings({ gate }: DetectedGate): Findings {
  return { gate, states: Object.fromEntries(surfaces.map((surface) => [surface, 'gated'])) }
}

function toStates({ states }: Findings): Record<Surface, SurfaceState> {
  return Object.fromEntries(surfaces.map((surface) => [surface, states[surface] ?? 'not_read'])) as Record<
    Surface,
    SurfaceState
  >
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
