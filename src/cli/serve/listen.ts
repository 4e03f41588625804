/** Opens the port, and closes it so that nobody who is being answered is cut off. */

import { checkPort } from '../../app/check-port.ts'
import type { createHttpApp } from '../../app/http-app.ts'
import type { Clock } from '../../core/clock.ts'
import type { LoadedConfig } from '../../core/config/load-config.ts'
import { CommandFailed } from '../exit.ts'

type HttpApp = Awaited<ReturnType<typeof createHttpApp>>

interface ListenOptions {
  readonly host: string
  readonly port: number
  readonly drainMs: number
}

/** Says that the port cannot be had while nothing is made yet that a start in vain would leave behind. */
export async function requireFreePort(server: LoadedConfig['config']['server']): Promise<void> {
  try {
    await checkPort(server)
  } catch (thrown) {
    throw explainListenError(thrown, server)
  }
}

/** Owns `http` from here on, also when the port cannot be had. Disposing drains, then closes. */
export async function listen(
  http: HttpApp,
  options: ListenOptions,
  clock: Clock,
): Promise<AsyncDisposable & { readonly port: number }> {
  const { app } = http.server
  try {
    await app.listen({ host: options.host, port: options.port })
  } catch (thrown) {
    await http[Symbol.asyncDispose]()
    throw explainListenError(thrown, options)
  }
  const address = app.server.address()
  return {
    port: address !== null && typeof address === 'object' ? address.port : options.port,
    async [Symbol.asyncDispose]() {
      http.drain()
      const closed = new AbortController()
      const forcedClose = clock.sleep(options.drainMs, closed.signal).then(
        () => app.server.closeAllConnections(),
        () => {},
      )
      await http[Symbol.asyncDispose]()
      closed.abort()
      await forcedClose
    },
  }
}

function explainListenError(thrown: unknown, { host, port }: ListenOptions): unknown {
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: `Port ${port} on ${host} is taken. Choose another with --port or PORT (0 takes a free one), or stop what listens there.`,
    EACCES: `Port ${port} needs more rights. Choose one above 1023 with --port or PORT.`,
    EADDRNOTAVAIL: `This machine has no address ${host}. Choose another with --host or HOST.`,
    ENOTFOUND: `There is no host ${host}. Choose an address of this machine with --host or HOST.`,
  }
  const reason = reasons[(thrown as NodeJS.ErrnoException).code ?? '']
  return reason === undefined ? thrown : new CommandFailed(reason, undefined, { cause: thrown })
}
