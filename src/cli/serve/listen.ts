/** Opens the port; closing it lets running requests finish. */

import { checkPort } from '../../app/check-port.ts'
import type { HttpApp } from '../../app/http-app.ts'
import type { Clock } from '../../core/clock.ts'
import type { LoadedConfig } from '../../core/config/load-config.ts'
import { withTimeout } from '../../core/with-timeout.ts'
import { CommandFailed } from '../exit.ts'

interface ListenOptions {
  readonly host: string
  readonly port: number
  readonly drainMs: number
}

/** Checked first, so that a failed start leaves nothing behind. */
export async function requireFreePort(server: LoadedConfig['config']['server']): Promise<void> {
  try {
    await checkPort(server)
  } catch (thrown) {
    throw explainListenError(thrown, server)
  }
}

/** Takes ownership of `http`, also when the port is taken. Disposing drains, then closes. */
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
      const closed = Promise.resolve(http[Symbol.asyncDispose]())
      await withTimeout(clock, options.drainMs, closed, () => {
        app.server.closeAllConnections()
        return closed
      })
    },
  }
}

function explainListenError(thrown: unknown, { host, port }: ListenOptions): unknown {
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: `Port ${port} on ${host} is taken. Choose another with --port or PORT (0 takes a free one), or stop the program that listens there.`,
    EACCES: `Port ${port} needs more privileges. Choose one above 1023 with --port or PORT.`,
    EADDRNOTAVAIL: `This machine has no address ${host}. Choose another with --host or HOST.`,
    ENOTFOUND: `The host ${host} does not exist. Choose an address of this machine with --host or HOST.`,
  }
  const reason = reasons[(thrown as NodeJS.ErrnoException).code ?? '']
  return reason === undefined ? thrown : new CommandFailed(reason, undefined, { cause: thrown })
}
