/** Theaters of one installation that are requested together, so that a list of hundreds takes a few requests. */

import { Failure, isFailure } from '../../../core/errors.ts'
import type { SharedWork, UpstreamResponse } from '../../../sync/source.ts'
import type { CinemaMember } from './cinema-member.ts'
import type { CinemaFetchContext } from './define-cinema-source.ts'

/** The responses of each theater, by member id. A theater takes its own, so that the rest of a run does not keep them. */
export type SharedListings = Map<string, readonly UpstreamResponse[]>

type FetchListings = (work: SharedWork, theaters: readonly CinemaMember[]) => Promise<SharedListings>

/** Reads which theaters an installation lists; undefined if that cannot be read. */
type ReadListed = (context: CinemaFetchContext) => Promise<((theater: CinemaMember) => boolean) | undefined>

/**
 * The responses for one theater, from a request for up to `theatersMax` of its installation. If the platform rejects that,
 * those that it lists are requested, or half of them, and so on: one that has closed must not cost the others. A theater that is
 * left out, and each after an outage, is requested alone.
 */
export async function fetchListing(
  context: CinemaFetchContext,
  theatersMax: number,
  fetchListings: FetchListings,
  readListed: ReadListed = async () => undefined,
): Promise<readonly UpstreamResponse[]> {
  const { member, run } = context
  let theaters = theatersTogether(context, theatersMax)
  while (run !== undefined && theaters.length > 1) {
    const together = theaters
    try {
      const key = `listings ${together.map(({ id }) => id).join(' ')}`
      const listings = await run.once(key, (work) => fetchListings(work, together))
      const listing = listings.get(member.id)
      listings.delete(member.id)
      if (listing !== undefined) return listing
      break
    } catch (error) {
      if (context.signal.aborted || !isWorthAskingAgain(error)) throw error
      const isListed = await readListed(context)
      const listed = isListed === undefined ? [] : together.filter(isListed)
      if (listed.length > 0 && listed.length < together.length)
        theaters = listed.includes(member) ? listed : []
      else if (isFailure(error, 'upstream_changed')) theaters = halfWith(together, member)
      else break
    }
  }
  return (await fetchListings(context, [member])).get(member.id) ?? []
}

/** The result for the installation, once per run. */
export async function fetchOncePerRun<Value>(
  { run, http, signal, member }: CinemaFetchContext,
  key: string,
  work: (shared: SharedWork) => Promise<Value>,
): Promise<Value> {
  return run === undefined ? await work({ http, signal }) : await run.once(`${key} ${member.base}`, work)
}

/** Throws if the installation has a list of theaters, and this one is not in it. */
export async function requireListed(context: CinemaFetchContext, readListed: ReadListed): Promise<void> {
  const isListed = await readListed(context)
  if (isListed?.(context.member) === false) throw notListed(context.member)
}

/** The installation has a list of theaters, and this one is not in it. */
export function notListed({ name }: CinemaMember): Failure {
  return new Failure('upstream_changed', `The platform no longer lists ${name}.`)
}

function theatersTogether({ member, run }: CinemaFetchContext, theatersMax: number): readonly CinemaMember[] {
  const theaters = (run?.members ?? []).filter(
    ({ base, token }) => base === member.base && token === member.token,
  )
  const index = theaters.findIndex(({ id }) => id === member.id)
  if (index < 0) return [member]
  const first = index - (index % theatersMax)
  return theaters.slice(first, first + theatersMax)
}

function halfWith(theaters: readonly CinemaMember[], { id }: CinemaMember): readonly CinemaMember[] {
  const middle = Math.ceil(theaters.length / 2)
  const firstHalf = theaters.slice(0, middle)
  return firstHalf.some((theater) => theater.id === id) ? firstHalf : theaters.slice(middle)
}

/** A gate and a pause apply to every request. */
function isWorthAskingAgain(error: unknown): boolean {
  if (isFailure(error, 'upstream_changed')) return true
  return isFailure(error, 'upstream_unavailable') && (error.retryAfterSeconds ?? 0) === 0
}
