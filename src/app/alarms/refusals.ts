/** The causes of alarms about hosts that refuse: a few, also where a thousand do. */

import { registrableDomain } from '../../core/addresses/host-names.ts'
import type { Store } from '../../store/store.ts'
import { readAlarms } from './alarm-rows.ts'

const refusingHostsMax = 10_000
/** The further hosts of one domain share an alarm, because a platform may have a host for each member. */
const hostsOfDomainMax = 3
/**
 * Of the domains and hosts that began to refuse on one day, so many have an alarm of their own; the others share one. By day,
 * so that a hundred that always refuse do not hide the next one.
 */
const subjectsOfDayMax = 10
/** A host that nobody has asked for so long is not known to refuse. */
const refusalKnownMs = 72 * 3_600_000
const dayMs = 24 * 3_600_000

/** The kind of these alarms. */
export const refusalKind = 'host_refuses'

/** What one alarm is about. */
interface Subject {
  readonly name: string
  readonly hosts: readonly string[]
}

interface Refusal {
  readonly subject: string
  readonly detail: string
}

export async function findRefusals(store: Pick<Store, 'ledger'>, nowMs: number): Promise<Refusal[]> {
  const rows = await store.ledger.read
    .selectFrom('host_state')
    .select(['host', 'endpoints', 'since'])
    .where('state', '=', 'refusing')
    .where('seen_at', '>', nowMs - refusalKnownMs)
    .orderBy('since')
    .orderBy('host')
    .limit(refusingHostsMax)
    .execute()
  const alarms = await readAlarms(store)
  const known = new Set(alarms.filter((alarm) => alarm.kind === refusalKind).map(({ subject }) => subject))
  const byHost = Map.groupBy(rows, ({ host }) => host)
  const subjects = [...Map.groupBy(byHost.keys(), domainOf)].flatMap(([domain, hosts]) =>
    toSubjects(domain, hosts, known),
  )
  const dayOf = ({ hosts: [first = ''] }: Subject) =>
    Math.floor(Number(byHost.get(first)?.[0]?.since ?? 0) / dayMs)
  const named = [...Map.groupBy(subjects, dayOf).values()].flatMap((ofDay) =>
    ofDay.filter(({ name }, at) => at < subjectsOfDayMax || known.has(name)),
  )
  const others = byHost.size - named.reduce((sum, { hosts }) => sum + hosts.length, 0)
  return [
    ...named.map(({ name, hosts }) => {
      if (hosts.length > 1) return toRefusal(name, `${hosts.length} hosts deny access`)
      const [host = ''] = hosts
      const groups = byHost.get(host)?.map(({ endpoints }) => endpoints) ?? []
      const to = groups.includes('') ? '' : ` to ${groups.join(', ')}`
      return toRefusal(name, `${host === name ? 'It' : host} denies access${to}`)
    }),
    ...(others === 0 ? [] : [toRefusal('others', `${others} more hosts deny access`)]),
  ]
}

/**
 * A host that has an alarm keeps it, alone or with others of its domain, so that no alarm ends or begins while its hosts go
 * on refusing.
 */
function toSubjects(domain: string, hosts: readonly string[], known: ReadonlySet<string>): Subject[] {
  const shared = `*.${domain}`
  const isShared = hosts.length > hostsOfDomainMax || known.has(shared)
  const alone = isShared ? hosts.filter((host) => known.has(host)) : hosts
  const together = isShared ? hosts.filter((host) => !known.has(host)) : []
  return [
    ...alone.map((host) => ({ name: host, hosts: [host] })),
    ...(together.length === 0 ? [] : [{ name: shared, hosts: together }]),
  ]
}

/** Without the first name, unless it is the one that was registered. */
function domainOf(host: string): string {
  return host === registrableDomain(host) ? host : host.slice(host.indexOf('.') + 1)
}

function toRefusal(subject: string, what: string): Refusal {
  const detail = `${what}. Hosts that refuse are asked now and then; published data stays and gets older.`
  return { subject, detail }
}
