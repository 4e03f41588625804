/** Faults in the syntax of the command line: `gazette.sandbox/api/towns=status:503,times:3`. */

import { type Fault, type FaultKind, faultKinds, InvalidFault, parseFault } from './fault.ts'

/** The property set by the value of a kind: `ms` in `latency:1500`. */
const kindValues: ReadonlyMap<string, string> = new Map<FaultKind, string>([
  ['latency', 'ms'],
  ['status', 'status'],
  ['truncate', 'share'],
  ['shrink', 'share'],
  ['drip', 'bytes'],
  ['reset', 'when'],
])

/** Properties by option: `retryAfterSeconds` for `retry-after:30`. */
const options: ReadonlyMap<string, string> = new Map([
  ['after', 'after'],
  ['times', 'times'],
  ['chance', 'chance'],
  ['retry-after', 'retryAfterSeconds'],
  ['every', 'everyMs'],
])

export const faultTextForm = 'HOST[/PATH]=KIND[:VALUE][,OPTION:VALUE…]'

/** Throws `InvalidFault` with all problems. */
export function parseFaultText(text: string): Fault {
  const problems: string[] = []
  const fault = read(text, problems)
  if (problems.length > 0) throw invalid(text, problems)
  try {
    return parseFault(fault)
  } catch (error) {
    throw error instanceof InvalidFault ? invalid(text, error.problems.map(withOptionNames)) : error
  }
}

function read(text: string, problems: string[]): Record<string, unknown> {
  // The last one, because a query in the path may contain others.
  const equals = text.lastIndexOf('=')
  if (equals < 1) {
    problems.push(`must be ${faultTextForm}`)
    return {}
  }
  const address = text.slice(0, equals)
  const slash = address.indexOf('/')
  const fault: Record<string, unknown> = { host: slash < 0 ? address : address.slice(0, slash) }
  if (slash >= 0) fault.path = address.slice(slash)

  const [first = '', ...rest] = text.slice(equals + 1).split(',')
  readKind(first, fault, problems)
  for (const part of rest) {
    const [name, value] = split(part)
    const property = options.get(name)
    if (property === undefined) problems.push(`${name}: must be one of ${[...options.keys()].join(', ')}`)
    else if (value === undefined) problems.push(`${name}: needs a value, as in ${name}:1`)
    else fault[property] = toValue(value)
  }
  return fault
}

function readKind(text: string, fault: Record<string, unknown>, problems: string[]): void {
  const [kind, value] = split(text)
  fault.kind = kind
  const property = kindValues.get(kind)
  if (property === undefined) {
    if (value !== undefined && Object.hasOwn(faultKinds, kind)) problems.push(`${kind}: takes no value`)
    return
  }
  if (value !== undefined) fault[property] = toValue(value)
  else if (kind === 'reset') fault.when = 'before'
  else problems.push(`${kind}: needs a value, as in ${kind}:1`)
}

function split(part: string): [name: string, value: string | undefined] {
  const colon = part.indexOf(':')
  return colon < 0 ? [part, undefined] : [part.slice(0, colon), part.slice(colon + 1)]
}

function toValue(text: string): string | number {
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text
}

function withOptionNames(problem: string): string {
  const [property = '', ...rest] = problem.split(':')
  const option = [...options].find(([, written]) => written === property)?.[0]
  return [option ?? property, ...rest].join(':')
}

function invalid(text: string, problems: readonly string[]): InvalidFault {
  return new InvalidFault(problems.map((problem) => `fault '${text}': ${problem}`))
}
