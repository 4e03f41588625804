/** Codes of the operating system for a server that cannot be reached, or no longer. */
export const brokenSocket: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  // The socket of a database on the same machine.
  'ENOENT',
])
