/** One source per provider: its members are trust centers, asked politely and once; a gate is what was found. */

import { hash } from 'node:crypto'
import { type Static, Type } from 'typebox'
import { contentHash } from '../../../core/content-hash.ts'
import { isFailure } from '../../../core/errors.ts'
import { type Answer, defineSource, type FetchContext, type SourceDefinition } from '../../../sync/source.ts'
import { gateOf, type SeenGate } from '../normalise/classify/detect-gate.ts'
import type { Findings } from '../normalise/findings.ts'
import { toItems } from '../normalise/items.ts'
import { type Surface, type SurfaceState, sourceKinds, surfaces } from '../normalise/vocabulary.ts'
import type { Evidence, ReadProvider, ReadRecord, TrustMember } from '../schema/records.ts'
import type { Reader, Step } from './adapters/adapter.ts'
import { GatePatience } from './gate-backoff.ts'
import { parseRobots, type Robots } from './robots.ts'

/** An answer with what surrounded it: the status is half of what a gate says. */
const Saved = Type.Object({
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
type Saved = Static<typeof Saved>

/** As the outbound client calls itself. */
const product = 'Broadsheet'

/** Taken for answers, because they say what stands before the page. */
const telling = [400, 401, 402, 403, 404, 407, 410, 429, 451]

export function centerSource(
  provider: ReadProvider,
  reader: Reader,
  members: readonly TrustMember[],
): SourceDefinition<TrustMember, ReadRecord> {
  const first = members[0]
  const home = provider.website ?? (first ? new URL(first.url).origin : 'https://example.com')
  const hosts = members.flatMap(({ url, payload_url }) =>
    [url, payload_url ?? url].map((at) => new URL(at).host),
  )
  const robots = robotsReader()
  const patience = new GatePatience<Answer>()
  return defineSource<TrustMember, ReadRecord>({
    id: `trust-${provider.id.replaceAll('_', '-')}`,
    service: 'trust',
    about: {
      name: `${provider.name} trust centers`,
      home,
      terms:
        'Public pages, read as an anonymous visitor: no login, no request for access, no gate worked around.',
    },
    baseUrl: home,
    hosts: [...new Set([...reader.hosts, ...hosts])],
    everyMinutes: 24 * 60,
    polite: { atOnce: 1, gapMs: Math.ceil(1000 / provider.rate_limit.recommendedRps) },
    members,
    raw: { saved: Saved },
    async *fetch(context) {
      const { member, nowMs } = context
      const known = patience.recall(member.id, nowMs)
      // A gate that was seen a few times in a row is taken to stand; what was seen keeps its time.
      if (known) return yield* known.answers
      const answers: Answer[] = []
      for (const step of reader.steps(member)) {
        const isAllowed = step.kind === 'import_file' || (await robots(step.url, context))
        const saved = isAllowed ? await ask(step, context) : notAsked(step)
        const answer = { kind: 'saved', url: saved.url, fetchedAt: nowMs, body: JSON.stringify(saved) }
        answers.push(answer)
        yield answer
        const gate = step.optional ? undefined : gateOf(saved)?.gate
        if (gate === undefined) continue
        // Whether a center is gone, or may be read, is looked at every time.
        if (gate !== 'gone' && gate !== 'robots') patience.gated(member.id, answers, nowMs)
        return
      }
      patience.open(member.id)
    },
    *toRecords(answers, { member, drop }) {
      const saved = answers.map(({ body }) => body as Saved)
      const seenAt = Math.max(0, ...answers.map(({ fetchedAt }) => fetchedAt))
      yield { ...toRead(saved, reader, member, drop), seen_at: seenAt }
    },
  })
}

async function ask(step: Step, { http, signal }: FetchContext<TrustMember>): Promise<Saved> {
  const known = { step: step.name, kind: step.kind, optional: step.optional ?? false }
  try {
    const answer = await http.request(step.url, {
      signal,
      accept: telling,
      ...(step.body === undefined
        ? {}
        : {
            method: 'POST' as const,
            body: JSON.stringify(step.body),
            headers: { 'content-type': 'application/json', accept: 'application/json' },
            repeatable: true,
          }),
    })
    const { url, status, headers, body } = answer
    const type = headers['content-type'] ?? ''
    return { ...known, url, status, type, challenged: false, disallowed: false, body }
  } catch (thrown) {
    // Every refusal by status was taken for an answer above, so this is a page that asks for a person.
    if (!isFailure(thrown, 'upstream_refused')) throw thrown
    return { ...known, url: step.url, status: 403, type: '', challenged: true, disallowed: false, body: '' }
  }
}

function notAsked({ name, url, kind, optional = false }: Step): Saved {
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

const robotsForMs = 24 * 60 * 60_000

/** Asks each host once a day what it does not want to be read. */
function robotsReader(): (url: string, context: FetchContext<TrustMember>) => Promise<boolean> {
  const known = new Map<string, { readonly until: number; readonly allows: Promise<Robots> }>()
  return async (url, context) => {
    const { origin } = new URL(url)
    let kept = known.get(origin)
    if (!kept || kept.until <= context.nowMs) {
      kept = { until: context.nowMs + robotsForMs, allows: fetchRobots(origin, context) }
      known.set(origin, kept)
      kept.allows.catch(() => known.delete(origin))
    }
    return (await kept.allows)(url)
  }
}

/** A host that keeps even this behind a gate has no rules; the gate will show at the page itself. */
async function fetchRobots(origin: string, { http, signal }: FetchContext<TrustMember>): Promise<Robots> {
  try {
    const { status, body } = await http.request(`${origin}/robots.txt`, { signal, accept: telling })
    return parseRobots(status === 200 ? body : '', product)
  } catch (thrown) {
    if (!isFailure(thrown, 'upstream_refused')) throw thrown
    return parseRobots('', product)
  }
}

function toRead(
  saved: readonly Saved[],
  reader: Reader,
  member: TrustMember,
  drop: (reason: string) => void,
): ReadRecord {
  const barred = saved.find((answer) => !answer.optional && gateOf(answer))
  const gate = barred === undefined ? undefined : gateOf(barred)
  const findings = gate === undefined ? parse(saved, reader, member) : gatedFindings(gate)
  const company = findings.company ?? member.name
  return {
    type: 'read',
    center: { provider: reader.provider, company, website: member.website, url: member.url },
    gate: findings.gate,
    gate_reason: gate?.reason ?? reasons[findings.gate] ?? null,
    parser: `${reader.provider}@${reader.version}`,
    best_effort: reader.bestEffort,
    describes_restricted: findings.describesRestricted ?? false,
    states: toStates(findings),
    items: toItems(findings, { name: company, website: member.website }, drop),
    evidence: saved.map(toEvidence),
    content_hash: contentHash(
      reader.version,
      saved.map(({ step, status, body }) => [step, status, body]),
    ),
  }
}

const reasons: Partial<Readonly<Record<Findings['gate'], string>>> = {
  signed_api: 'The page is public; the interface behind it takes signed queries only.',
  unread_shell: 'The page came, but no data in a known form was in it.',
  login: 'The center is switched to private.',
}

function parse(saved: readonly Saved[], reader: Reader, member: TrustMember): Findings {
  const good = saved.filter((answer) => gateOf(answer) === undefined)
  return reader.parse(new Map(good.map(({ step, body }) => [step, body])), member)
}

function gatedFindings({ gate }: SeenGate): Findings {
  return { gate, states: Object.fromEntries(surfaces.map((surface) => [surface, 'gated'])) }
}

function toStates({ states }: Findings): Record<Surface, SurfaceState> {
  return Object.fromEntries(surfaces.map((surface) => [surface, states[surface] ?? 'not_read'])) as Record<
    Surface,
    SurfaceState
  >
}

function toEvidence({ kind, url, status, type, body, challenged }: Saved): Evidence {
  const isKept = !challenged && body !== ''
  return {
    kind,
    url: url.split('?', 1)[0] ?? url,
    http_status: status === 0 ? null : status,
    sha256: isKept ? hash('sha256', body) : null,
    bytes: isKept ? Buffer.byteLength(body) : null,
    content_type: type === '' ? null : (type.split(';', 1)[0] ?? null),
  }
}
