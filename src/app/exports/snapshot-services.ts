/** The services over one state of the data, to read their lists: they ask no source and know no accounts. */

import { Failure } from '../../core/errors.ts'
import type { OutboundClient } from '../../core/outbound/outbound.ts'
import type { Accounts } from '../../http/accounts.ts'
import { Metrics } from '../../http/metrics/metrics.ts'
import { supportRoute } from '../../http/route.ts'
import type { Service } from '../../http/service.ts'
import type { Store } from '../../store/store.ts'
import type { AppContext } from '../app-context.ts'
import { publicOrigin } from '../public-origin.ts'
import type { SearchServer } from '../search/search-server.ts'
import { selectServices } from '../services/index.ts'

/** Buffers do not count for the heap of a thread, so its limit does not bound them. Enough for 1.7 million postings, and for the words of 2.5 million. */
const searchBytesMax = 128 * 1024 * 1024

/** Of one result, in characters: a page is parsed and written again, and all of it must fit into the heap of the thread. */
export const resultTextMax = 16 * 1024 * 1024

/** `readModel`: a snapshot. Throws `not_found` if there is no such service. */
export async function openSnapshotService(
  context: AppContext,
  store: Store,
  readModel: Store['readModel'],
  search: SearchServer | undefined,
  id: string,
): Promise<Service> {
  const [entry] = selectServices(id)
  if (entry === undefined) throw new Failure('not_found', `There is no service ${id}.`)
  return await entry.open({
    ...context,
    store: {
      engine: store.engine,
      ledger: store.ledger,
      readModel,
      ping: (signal) => store.ping(signal),
      inspect: (signal) => store.inspect(signal),
      [Symbol.asyncDispose]: async () => {},
    },
    metrics: new Metrics(),
    accounts: noAccounts,
    sharedBuffers: undefined,
    search,
    searchBytesMax,
    publicUrl: publicOrigin(context.loaded.config.server) + entry.base,
    createOutbound: () => noOutbound,
  })
}

const noOutbound: OutboundClient = {
  request: notAvailable,
  for: notAvailable,
  [Symbol.asyncDispose]: async () => {},
}

const unusedRoute = {
  ...supportRoute,
  path: '',
  id: '',
  summary: '',
  hidden: true,
  response: { data: {} },
  handle: notAvailable,
} as const

const noAccounts: Accounts = {
  admitLive: notAvailable,
  idempotent: notAvailable,
  authRoutes: [],
  usageRoutes: [],
  limitRequestRoutes: [],
  analyticsRoute: () => unusedRoute,
}

function notAvailable(): never {
  throw new TypeError('an export asks no source and knows no accounts')
}
