/** What a measurement is: a small file in `cases/` exports one as `bench`. */

export interface Case {
  readonly name: string
  /** What is measured, in one line. */
  readonly description: string
  /** None: measured for comparison. */
  readonly threshold?: Threshold | undefined
  measure(effort: Effort): Promise<Measurement>
}

export type Threshold = { readonly atLeast: number } | { readonly below: number }

/** How long one is willing to wait for steadier figures. */
export interface Effort {
  readonly rounds: number
  readonly secondsPerRound: number
}

export interface Measurement {
  /** What the mark is about. */
  readonly value: number
  readonly unit: '×' | 's' | 'ms'
  readonly ours: string
  readonly baseline: string
  /** Another comparison, for the record. */
  readonly besides?: string
  /** Everything that was seen, for the file. */
  readonly rounds: readonly unknown[]
}

export function meetsThreshold(mark: Threshold, value: number): boolean {
  return 'atLeast' in mark ? value >= mark.atLeast : value < mark.below
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2
}

export async function measureMs(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/** Of two sides that answered the same questions in turn. */
export function compareTimes(ours: readonly number[], theirs: readonly number[]): Measurement {
  const [ourMs, theirMs] = [median(ours), median(theirs)]
  return {
    value: theirMs / ourMs,
    unit: '×',
    ours: `${ourMs.toFixed(1)} ms`,
    baseline: `${theirMs.toFixed(1)} ms`,
    rounds: ours.map((one, at) => ({ ours: one, theirs: theirs[at] })),
  }
}
