/** The address callers reach the server at. */

import type { LoadedConfig } from '../core/config/load-config.ts'

/** `authority`: what the caller wrote in its Host header. Default: the host and port of the settings. */
export function publicOrigin(
  { publicUrl, host, port }: Pick<LoadedConfig['config']['server'], 'publicUrl' | 'host' | 'port'>,
  authority = `${host.includes(':') ? `[${host}]` : host}:${port}`,
): string {
  return publicUrl ?? `http://${authority}`
}
