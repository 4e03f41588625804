/** The options of `npm run rehearse`. */

import { parseArgs } from 'node:util'

export interface RehearsalOptions {
  readonly engine: 'sqlite' | 'postgres'
  /** Only PostgreSQL can have more than one. */
  readonly nodes: number
  readonly share: number
  readonly politeness: number
  readonly latencyMs: number
  readonly seed: string
  /** The service that is served alone. */
  readonly service: string | undefined
  /** How long one day may take. */
  readonly timeoutMs: number
  /** Whether the marks for speed and memory must hold. They need a machine that does nothing else. */
  readonly marks: boolean
  /** How long reads are measured without a sync; 0: there are none, also not during a sync. */
  readonly quietMs: number
  /** Whether the start is compared with one without the registry. */
  readonly comparesStarts: boolean
  /** Whether operators add members meanwhile. */
  readonly changesMembers: boolean
  readonly membersAtOnce: number
  /** Where sync threads write their profiles. */
  readonly profileFolder: string | undefined
}

export const usage = `npm run rehearse -- [options]     four days of the live profile against a simulation of every host in the registry
  --engine sqlite|postgres   default: sqlite; postgres needs TEST_DATABASE_URL
  --nodes N                  default: 1; 2 or more need postgres
  --share S                  the share of the registry that is read, up to 1 (default: 1)
  --politeness F             the factor for the gaps between requests; 0 for none (default: 0)
  --latency MS               of the simulated hosts, on average (default: 5)
  --service cinema|data      only one service
  --at-once N                SYNC_AT_ONCE (default: that of the product)
  --minutes N                how long each day may take (default: 30)
  --marks                    also fail if a mark for speed or memory does not hold
  --profile FOLDER           writes there what the sync threads of each day spend their time on
  --seed TEXT                another world
`

export const defaults: RehearsalOptions = {
  engine: 'sqlite',
  nodes: 1,
  share: 1,
  politeness: 0,
  latencyMs: 5,
  seed: 'rehearsal',
  service: undefined,
  timeoutMs: 30 * 60_000,
  marks: false,
  quietMs: 20_000,
  comparesStarts: true,
  changesMembers: true,
  membersAtOnce: 4,
  profileFolder: undefined,
}

/** Undefined if only the usage is wanted. Throws for a wrong option. */
export function parseOptions(args: readonly string[]): RehearsalOptions | undefined {
  const { values } = parseArgs({
    args: [...args],
    options: {
      engine: { type: 'string', default: defaults.engine },
      nodes: { type: 'string', default: String(defaults.nodes) },
      share: { type: 'string', default: String(defaults.share) },
      politeness: { type: 'string', default: String(defaults.politeness) },
      latency: { type: 'string', default: String(defaults.latencyMs) },
      minutes: { type: 'string', default: String(defaults.timeoutMs / 60_000) },
      'at-once': { type: 'string', default: String(defaults.membersAtOnce) },
      seed: { type: 'string', default: defaults.seed },
      service: { type: 'string' },
      profile: { type: 'string' },
      marks: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) return undefined
  const { engine, service } = values
  if (engine !== 'sqlite' && engine !== 'postgres') throw new TypeError('--engine is sqlite or postgres')
  const options = {
    ...defaults,
    engine,
    service,
    nodes: toNumber('nodes', values.nodes, 1, 8),
    share: toNumber('share', values.share, 0.001, 1),
    politeness: toNumber('politeness', values.politeness, 0, 10),
    latencyMs: toNumber('latency', values.latency, 0, 10_000),
    timeoutMs: toNumber('minutes', values.minutes, 0.1, 2880) * 60_000,
    membersAtOnce: toNumber('at-once', values['at-once'], 1, 64),
    seed: values.seed,
    profileFolder: values.profile,
    marks: values.marks,
  } satisfies RehearsalOptions
  if (options.nodes > 1 && engine === 'sqlite') throw new TypeError('--nodes above 1 needs --engine postgres')
  return options
}

function toNumber(name: string, text: string, min: number, max: number): number {
  const number = Number(text)
  if (text.trim() === '' || !(number >= min && number <= max))
    throw new TypeError(`--${name} is a number from ${min} to ${max}`)
  return number
}
