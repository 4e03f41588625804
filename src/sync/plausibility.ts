/**
 * The gate between the records of every source and the store. A record with a value that cannot be true is held: what is
 * stored stays, the record is counted, and its member is published in part.
 */

/** What a service knows about its records. Names are those of fields at any depth. */
export interface Plausibility<Rec> {
  /** The greatest length of texts, and of those that may be longer or must be shorter. */
  readonly textMax: number
  readonly texts: Readonly<Record<string, number>>
  /** The least and the greatest value. All other numbers must be finite. */
  readonly numbers: Readonly<Record<string, readonly [min: number, max: number]>>
  /** The greatest length of a list. */
  readonly listMax: number
  /** For the records of one member, in their order. */
  open(context: PlausibilityContext): RecordJudge<Rec>
}

export interface PlausibilityContext {
  readonly member: { readonly id: string }
  readonly capturedAt: number
}

export interface RecordJudge<Rec> {
  /** Why a record with plausible values cannot be true. */
  findDoubt(record: Rec): string | undefined
  /** What is published in place of a held record: that it is listed, or what else is known for sure. */
  replace(record: Rec): Rec | undefined
}

/** Fields by whose text readers know something. */
const names: ReadonlySet<string> = new Set(['title', 'name', 'label', 'company'])
/** What stands for broken text is no text. */
const visible = /[^\p{C}\p{Z}\ufffd]/u

type ValueRules = Omit<Plausibility<unknown>, 'open'>

export interface PlausibilityGate<Rec> {
  /** The record, what is published in its place, or undefined. */
  pass(record: Rec): Rec | undefined
  /** Number of held records, by reason. */
  readonly held: Readonly<Record<string, number>>
}

/** A service without rules has no records to judge. */
export function openPlausibilityGate<Rec>(
  rules: Plausibility<Rec> | undefined,
  context: PlausibilityContext,
): PlausibilityGate<Rec> {
  const held: Record<string, number> = {}
  if (rules === undefined) return { pass: (record) => record, held }
  const judge = rules.open(context)
  const findDoubt = (record: Rec) => findImplausibleValue(record, rules) ?? judge.findDoubt(record)
  return {
    held,
    pass(record) {
      const doubt = findDoubt(record)
      if (doubt === undefined) return record
      held[doubt] = (held[doubt] ?? 0) + 1
      const replacement = judge.replace(record)
      return replacement === undefined || findDoubt(replacement) !== undefined ? undefined : replacement
    },
  }
}

/** Why the value, or one within it, cannot be true. The reason names a field of ours, never a value from outside. */
export function findImplausibleValue(value: unknown, rules: ValueRules, name = 'value'): string | undefined {
  if (typeof value === 'string') {
    if (value.length > (rules.texts[name] ?? rules.textMax)) return `${name} is too long`
    return names.has(name) && value !== '' && !visible.test(value) ? `${name} is not legible` : undefined
  }
  if (typeof value === 'number') {
    const [min, max] = rules.numbers[name] ?? [-Number.MAX_VALUE, Number.MAX_VALUE]
    return value >= min && value <= max ? undefined : `${name} is out of range`
  }
  if (typeof value !== 'object' || value === null) return undefined
  if (Array.isArray(value)) {
    if (value.length > rules.listMax) return `${name} has too many entries`
    return findFirst(value, (entry) => findImplausibleValue(entry, rules, name))
  }
  return findFirst(Object.entries(value), ([field, own]) => findImplausibleValue(own, rules, field))
}

function findFirst<Value>(
  values: readonly Value[],
  find: (value: Value) => string | undefined,
): string | undefined {
  for (const value of values) {
    const found = find(value)
    if (found !== undefined) return found
  }
  return undefined
}
