/** The context of a route that is called in process, without a request of its own. */

import { unrestricted } from '../access-control.ts'
import type { RequestContext } from '../route.ts'
import { representations } from './media-types.ts'

type Context = RequestContext<never, never, never>

/** What the call brings with it. */
export type InnerCall = Pick<Context, 'requestId' | 'nowMs' | 'signal' | 'after'> &
  Partial<Pick<Context, 'admission' | 'address' | 'host' | 'cursorAfter' | 'outsideTurn'>> & {
    readonly params: Readonly<Record<string, unknown>>
    readonly query: Readonly<Record<string, unknown>>
  }

export function innerContext({ params, query, ...call }: InnerCall): Context {
  return {
    body: undefined as never,
    isHead: false,
    admission: unrestricted,
    address: '',
    isLocal: false,
    idempotencyKey: undefined,
    host: undefined,
    rawQuery: '',
    extendDeadline: () => {},
    outsideTurn: (work) => work(),
    header: () => undefined,
    mediaType: representations.json,
    representation: 'json',
    cursorAfter: () => '',
    ...call,
    query: query as never,
    params: params as never,
  }
}
