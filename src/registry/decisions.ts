/** What the operator has decided about sources and members: the table `decisions.tsv` of their folder. */

import { defined } from '../core/defined.ts'
import { day, oneOf, required, slug, text } from './columns.ts'
import type { Columns } from './parse-table.ts'
import type { RegistryEntry } from './registry-entry.ts'
import type { RegistryFiles } from './registry-files.ts'

export const decisionsFile = 'decisions.tsv'

/** `removed`: as if the registry did not have it. */
export const decisionStatuses = ['on', 'paused', 'removed'] as const
export type DecisionStatus = (typeof decisionStatuses)[number]

type DecisionColumn = 'source' | 'member' | 'status' | 'agreed_by' | 'agreed_on' | 'note'

/** Stands for every member of the source. */
export const everyMember = '*'

export const decisionColumns: Columns<DecisionColumn> = {
  source: required(slug),
  member: required({
    isValid: (value) => value === everyMember || /^[a-z0-9][a-z0-9._-]{0,127}$/.test(value),
    mustBe: `the id of a member, or ${everyMember}`,
  }),
  status: required(oneOf(decisionStatuses)),
  agreed_by: text,
  agreed_on: day,
  note: text,
}

export interface Decision {
  readonly source: string
  readonly member: string
  readonly status: DecisionStatus
  /** Who permitted it, and when: what an entry on the basis `ask` needs. */
  readonly agreedBy?: string
  readonly agreedOn?: string
  readonly note?: string
}

/** A decision about a member counts before one about its whole source. */
export class Decisions {
  readonly #decisions: ReadonlyMap<string, Decision>

  constructor(decisions: readonly Decision[]) {
    this.#decisions = new Map(
      decisions.map((decision) => [keyOf(decision.source, decision.member), decision]),
    )
  }

  get all(): readonly Decision[] {
    return [...this.#decisions.values()]
  }

  isRemoved(source: string, member: string): boolean {
    return this.#find(source, member)?.status === 'removed'
  }

  /** Why a member is not read; undefined if it is. */
  reasonOff(source: string, member: string, { status, basis }: RegistryEntry): string | undefined {
    const decision = this.#find(source, member)
    if (decision?.status === 'paused') return decision.note ?? 'paused by the operator'
    const isAgreed = decision?.agreedBy !== undefined && decision.agreedOn !== undefined
    if (basis === 'ask' && !isAgreed) return 'waits for an agreement'
    // To name a candidate is to confirm it.
    if (decision?.status === 'on' && decision.member === member) return undefined
    return status === 'on' ? undefined : reasons[status]
  }

  #find(source: string, member: string): Decision | undefined {
    if (this.#decisions.size === 0) return undefined
    return this.#decisions.get(keyOf(source, member)) ?? this.#decisions.get(keyOf(source, everyMember))
  }
}

/** Why a candidate is off. */
export const candidateReason = 'a candidate that nobody has confirmed'

const reasons = {
  paused: 'paused in the registry',
  candidate: candidateReason,
  retired: 'no longer exists',
} as const

export function readDecisions(files: RegistryFiles): Decisions {
  const decisions = new Map<string, Decision>()
  for (const row of files.operatorRows(decisionsFile, decisionColumns)) {
    const { source = '', member = '', status, agreed_by: agreedBy, agreed_on: agreedOn, note } = row.cells
    const key = keyOf(source, member)
    if (decisions.has(key)) files.report(row, `${source} ${member} occurs twice`)
    decisions.set(
      key,
      defined<Decision>({ source, member, status: status as DecisionStatus, agreedBy, agreedOn, note }),
    )
  }
  return new Decisions([...decisions.values()])
}

function keyOf(source: string, member: string): string {
  return `${source}\t${member}`
}
