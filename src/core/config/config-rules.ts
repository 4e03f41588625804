/** Rules between settings, for values that are each valid on their own. */

import { type SettingName, sandboxSecret } from './config-table.ts'

/** Without the invalid ones: they are reported already, and no rule reports them again. */
type SettingValues = ReadonlyMap<SettingName, unknown>

const secretCharactersMin = 32

export function configProblems(values: SettingValues, needsSecret: boolean): string[] {
  return [
    ...(needsSecret ? secretProblems(values) : []),
    ...databaseProblems(values),
    ...s3Problems(values),
    ...mailProblems(values),
    ...alarmProblems(values),
    ...sandboxProblems(values),
    ...metricsProblems(values),
  ]
}

export function configWarnings(values: SettingValues): string[] {
  const warnings: string[] = []
  const live = values.get('run.profile') === 'live'
  const isPublic = !['127.0.0.1', '::1', 'localhost'].includes(String(values.get('server.host')))
  if (isPublic && !live && values.get('security.secret') === sandboxSecret) {
    warnings.push(
      'server.host makes the server reachable from the network, but security.secret is the public built-in one; set BROADSHEET_SECRET',
    )
  }
  if (live && values.get('outbound.contact') === undefined) {
    warnings.push(
      'outbound.contact is not set, so upstream hosts cannot see who operates this server; set OUTBOUND_CONTACT',
    )
  }
  return warnings
}

function secretProblems(values: SettingValues): string[] {
  if (values.get('run.profile') !== 'live' || !values.has('security.secret')) return []
  const secret = String(values.get('security.secret'))
  const remedy = `set BROADSHEET_SECRET to at least ${secretCharactersMin} random characters, e.g. from \`openssl rand -hex 32\``
  if (secret === sandboxSecret)
    return [`security.secret: the live profile does not accept the built-in secret; ${remedy}`]
  if (secret.length < secretCharactersMin)
    return [`security.secret: is shorter than ${secretCharactersMin} characters; ${remedy}`]
  return []
}

function databaseProblems(values: SettingValues): string[] {
  if (!values.has('store.databaseUrl') || values.get('store.databaseUrl') !== undefined) return []
  const others = ['store.databaseDirectUrl', 'store.databaseReplicaUrl'] as const
  const set = others.filter((name) => values.get(name) !== undefined)
  if (set.length === 0) return []
  return [`store.databaseUrl: missing, but required by ${set.join(' and ')}; set DATABASE_URL`]
}

function s3Problems(values: SettingValues): string[] {
  const names = ['artifacts.s3Url', 'artifacts.bucket', 'artifacts.accessKey', 'artifacts.secretKey'] as const
  if (!names.every((name) => values.has(name))) return []
  const missing = names.filter((name) => values.get(name) === undefined)
  if (missing.length === 0 || missing.length === names.length) return []
  return [`${missing.join(', ')}: missing; set all of ${names.join(', ')} to use S3 storage, or none of them`]
}

function mailProblems(values: SettingValues): string[] {
  if (!values.has('mail.from') || values.get('mail.smtpUrl') === undefined) return []
  if (values.get('mail.from') !== undefined) return []
  return ['mail.from: missing; mail.smtpUrl requires a sender address; set MAIL_FROM']
}

function alarmProblems(values: SettingValues): string[] {
  const names = ['alarms.webhookUrl', 'alarms.webhookSecret'] as const
  if (!names.every((name) => values.has(name))) return []
  const [missing, ...others] = names.filter((name) => values.get(name) === undefined)
  if (missing === undefined || others.length > 0) return []
  return [`${missing}: missing; set both ${names.join(' and ')}, or neither`]
}

function metricsProblems(values: SettingValues): string[] {
  const port = values.get('metrics.port')
  if (port === undefined || port === 0 || port !== values.get('server.port')) return []
  return [`metrics.port: ${port} is also server.port; choose another port, or leave it out`]
}

function sandboxProblems(values: SettingValues): string[] {
  const problems: string[] = []
  const faults = values.get('sandbox.faults')
  if (values.get('run.profile') === 'live' && Array.isArray(faults) && faults.length > 0) {
    problems.push(
      'sandbox.faults: available only in the sandbox profile; remove them, or set run.profile to sandbox',
    )
  }
  const port = values.get('sandbox.port')
  if (port !== undefined && port !== 0 && port === values.get('server.port')) {
    problems.push(`sandbox.port: ${port} is also server.port; choose another port, or 0 to pick a free one`)
  }
  return problems
}
