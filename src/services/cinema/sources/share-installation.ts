/** Theaters of one installation that are requested together, so that a list of hundreds takes a few requests. */

import { Failure, isFailure } from '../../../core/errors.ts'
import type { SharedWork, UpstreamResponse } from '../../../sync/source.ts'
import type { CinemaMember } from './cinema-member.ts'
import type { CinemaFetchContext } from './define-cinema-source.ts'

/** The responses of each theater, by member id. A theater takes its own, so that the rest of a run does not keep them. */
export type SharedListings = Map<string, readonly UpstreamResponse[]>

type FetchListings = (work: SharedWork, theaters: readonly CinemaMember[]) => Promise<SharedListings>

/**
 * The responses for one theater, from a request for up to `theatersMax` of its installation. If that fails, or leaves
 * the theater out, the theater is requested alone: one that the platform rejects must not cost the others.
 */
export async function fetchListing(
  context: CinemaFetchContext,
  theatersMax: number,
  fetchListings: FetchListings,
): Promise<readonly UpstreamResponse[]> {
  const { member, run } = context
  const theaters = theatersTogether(context, theatersMax)
  if (run !== undefined && theaters.length > 1) {
    try {
      const key = `listings ${theaters.map(({ id }) => id).join(' ')}`
      const listings = await run.once(key, (work) => fetchListings(work, theaters))
      const listing = listings.get(member.id)
      listings.delete(member.id)
      if (listing !== undefined) return listing
    } catch (error) {
      if (context.signal.aborted || !isWorthAskingAlone(error)) throw error
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

/** A gate and a pause apply to every request. */
function isWorthAskingAlone(error: unknown): boolean {
  if (isFailure(error, 'upstream_changed')) return true
  return isFailure(error, 'upstream_unavailable') && (error.retryAfterSeconds ?? 0) === 0
}
