/** What a server does beside its requests, in each thread that answers them: alarms, webhooks and digests. */

import { watchAlarms } from '../alarms/watch-alarms.ts'
import type { AppContext } from '../app-context.ts'
import type { HttpApp } from '../http-app.ts'
import { watchDigests } from '../subscriptions/watch-digests.ts'
import { watchWebhooks } from '../webhooks/watch-webhooks.ts'

/** Until it is disposed. */
export async function startWatches(context: AppContext, http: HttpApp): Promise<AsyncDisposable> {
  await using stack = new AsyncDisposableStack()
  stack.use(await watchAlarms(context, http.store))
  stack.use(await watchWebhooks(context, http.store, http.changeSources))
  stack.use(await watchDigests(context, http.store, http))
  return stack.move()
}
