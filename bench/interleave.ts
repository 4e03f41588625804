/** Measures two sides round by round in turn, so that noise hits both alike. */

export interface Pair<Round> {
  readonly baseline: Round
  readonly ours: Round
}

interface Sides<Round> {
  baseline(): Promise<Round>
  ours(): Promise<Round>
}

/** Until both sides are compiled: the third second still costs a tenth more than the fifth. */
export const warmUps = 5

export async function interleave<Round>(
  rounds: number,
  { baseline, ours }: Sides<Round>,
): Promise<readonly Pair<Round>[]> {
  const seen: Pair<Round>[] = []
  for (let turn = -warmUps; turn < rounds; turn++) {
    const pair = { baseline: await baseline(), ours: await ours() }
    if (turn >= 0) seen.push(pair)
  }
  return seen
}
