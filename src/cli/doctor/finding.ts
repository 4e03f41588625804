/** One line of the doctor's report. */

export interface Finding {
  readonly check: string
  readonly status: 'ok' | 'warn' | 'fail'
  readonly found: string
  /** How to fix it; absent when the check passed. */
  readonly remedy?: string
}

export function ok(check: string, found: string): Finding {
  return { check, status: 'ok', found }
}

export function warn(check: string, found: string, remedy: string): Finding {
  return { check, status: 'warn', found, remedy }
}

export function fail(check: string, found: string, remedy: string): Finding {
  return { check, status: 'fail', found, remedy }
}
