/** What settings must be to each other, once each is right by itself. */

import { type SettingName, sandboxSecret } from './config-table.ts'

export interface SettingValues {
  get(name: SettingName): unknown
  /** False where the value was refused already; rules do not complain a second time. */
  has(name: SettingName): boolean
}

const secretCharactersMin = 32

export function configProblems(values: SettingValues): string[] {
  return [
    ...secretProblems(values),
    ...s3Problems(values),
    ...mailProblems(values),
    ...sandboxProblems(values),
  ]
}

export function configWarnings(values: SettingValues): string[] {
  const warnings: string[] = []
  const live = values.get('run.profile') === 'live'
  const open = !['127.0.0.1', '::1', 'localhost'].includes(String(values.get('server.host')))
  if (open && !live && values.get('security.secret') === sandboxSecret) {
    warnings.push(
      'server.host opens the server to the network while security.secret is the one everybody knows; set BROADSHEET_SECRET',
    )
  }
  if (live && values.get('outbound.contact') === undefined) {
    warnings.push('outbound.contact is not set; upstreams cannot tell who is asking; set OUTBOUND_CONTACT')
  }
  return warnings
}

function secretProblems(values: SettingValues): string[] {
  if (values.get('run.profile') !== 'live' || !values.has('security.secret')) return []
  const secret = String(values.get('security.secret'))
  const remedy = `set BROADSHEET_SECRET to ${secretCharactersMin} random characters or more, e.g. from \`openssl rand -hex 32\``
  if (secret === sandboxSecret)
    return [`security.secret: the live profile does not start with the built-in secret; ${remedy}`]
  if (secret.length < secretCharactersMin)
    return [`security.secret: is shorter than ${secretCharactersMin} characters; ${remedy}`]
  return []
}

function s3Problems(values: SettingValues): string[] {
  const names = ['artifacts.s3Url', 'artifacts.bucket', 'artifacts.accessKey', 'artifacts.secretKey'] as const
  if (!names.every((name) => values.has(name))) return []
  const missing = names.filter((name) => values.get(name) === undefined)
  if (missing.length === 0 || missing.length === names.length) return []
  return [`${missing.join(', ')}: missing; S3 storage needs all of ${names.join(', ')}, or none of them`]
}

function mailProblems(values: SettingValues): string[] {
  if (!values.has('mail.from') || values.get('mail.smtpUrl') === undefined) return []
  if (values.get('mail.from') !== undefined) return []
  return ['mail.from: missing; mail sent through mail.smtpUrl needs a sender; set MAIL_FROM']
}

function sandboxProblems(values: SettingValues): string[] {
  const problems: string[] = []
  const faults = values.get('sandbox.faults')
  if (values.get('run.profile') === 'live' && Array.isArray(faults) && faults.length > 0) {
    problems.push(
      'sandbox.faults: faults exist only in the sandbox profile; remove them or choose run.profile sandbox',
    )
  }
  const port = values.get('sandbox.port')
  if (port !== undefined && port !== 0 && port === values.get('server.port')) {
    problems.push(`sandbox.port: ${port} is also server.port; choose another, or 0 for a free one`)
  }
  return problems
}
