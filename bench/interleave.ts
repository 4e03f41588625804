/** Measures several sides round by round in turn, so that noise hits all alike. */

/** Until all sides are compiled: the third second still costs a tenth more than the fifth. */
export const warmUps = 5

export async function interleave<Side extends string, Round>(
  rounds: number,
  sides: Readonly<Record<Side, () => Promise<Round>>>,
): Promise<readonly Readonly<Record<Side, Round>>[]> {
  const names = Object.keys(sides) as Side[]
  const seen: Record<Side, Round>[] = []
  for (let turn = -warmUps; turn < rounds; turn++) {
    const results = {} as Record<Side, Round>
    for (const name of names) results[name] = await sides[name]()
    if (turn >= 0) seen.push(results)
  }
  return seen
}
