/** What the rehearsal tells the processes it starts. They read it from one variable of the environment. */

export interface RehearsalSettings {
  /** Where the simulated hosts listen. */
  readonly origin: string
  readonly seed: string
  /** The share of the registry that is read, up to 1. */
  readonly share: number
  /** By which the gaps between requests are multiplied; 0 for none. */
  readonly politeness: number
  /** How far the clock is ahead: a second day begins by moving it. */
  readonly clockAheadMs: number
  /** Where threads write how much processor time and memory they use. */
  readonly usageFile?: string
  /** Where sync threads write their profiles. */
  readonly profileFolder?: string
  /** Whether no member of the registry is read, to compare the start. */
  readonly isEmpty?: boolean
}

export const settingsVariable = 'BROADSHEET_REHEARSAL'

/** Throws in a process that the rehearsal did not start. */
export function readSettings(): RehearsalSettings {
  const text = process.env[settingsVariable]
  if (text === undefined)
    throw new Error(`${settingsVariable} is not set: this file belongs to npm run rehearse`)
  return JSON.parse(text)
}
