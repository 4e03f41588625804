/** What the live profile lacks, and what each gap costs. */

import { originRouteCount } from '../../app/market-hosts.ts'
import type { LoadedConfig } from '../../core/config/load-config.ts'
import { type Finding, fail, ok, warn } from './finding.ts'

interface LiveMember {
  readonly off?: string
  /** The token of the operator that it needs. */
  readonly tokenName?: string
  readonly token?: string
  readonly chain?: string
}

interface LiveSource {
  readonly id: string
  readonly service: string
  readonly members: readonly LiveMember[]
}

const registries: Readonly<Record<string, string>> = {
  cinema: 'registry/theaters.tsv',
  jobs: 'registry/boards.tsv',
  trust: 'registry/trust-centers.tsv',
}

export function examineLiveSettings(
  { config, secrets }: Pick<LoadedConfig, 'config' | 'secrets'>,
  sources: readonly LiveSource[],
  /** Of the operator's tables. */
  registryProblems: readonly string[] = [],
): Finding[] {
  return [
    ...registryProblems.map((problem) =>
      fail(
        'registry',
        problem,
        'Correct the table; until then the last valid ones of the service are in effect.',
      ),
    ),
    ...examineRegistries(sources),
    ...examineTokens(sources),
    examineSetting('market origin', {
      variable: 'MARKET_ORIGIN',
      value: config.market.origin,
      without: `${originRouteCount} routes are refused by the provider until it is: symbol search, the news flow, the economic calendar, quotes and bars.`,
    }),
    examineSetting('mail', {
      variable: secrets.mail.smtpUrl === undefined ? 'SMTP_URL' : 'MAIL_FROM',
      value: secrets.mail.smtpUrl && config.mail.from && `sent from ${config.mail.from}`,
      without: 'Nobody can sign in by e-mail until it is; "broadsheet keys create" still issues keys.',
    }),
    examineSetting('contact', {
      variable: 'OUTBOUND_CONTACT',
      value: config.outbound.contact,
      without: 'An upstream that objects to a request cannot reach you, and will block you instead.',
    }),
  ]
}

interface OptionalSetting {
  readonly variable: string
  readonly value: string | undefined
  /** What its absence costs. */
  readonly without: string
}

function examineSetting(check: string, { variable, value, without }: OptionalSetting): Finding {
  return value === undefined ? warn(check, `${variable} is not set`, without) : ok(check, value)
}

/** One finding per service without members. */
function examineRegistries(sources: readonly LiveSource[]): Finding[] {
  return Object.entries(registries).flatMap(([service, file]) => {
    const members = sources.filter((source) => source.service === service).flatMap((source) => source.members)
    const off = members.filter((member) => member.off !== undefined).length
    const found = `${members.length - off} members are read${off === 0 ? '' : `, ${off} are off`}`
    if (members.length > 0) return [ok(`registry ${service}`, found)]
    return [
      warn(`registry ${service}`, `${file} lists no members`, `Add some: until then ${service} has no data.`),
    ]
  })
}

/** One finding per token that is not set. */
function examineTokens(sources: readonly LiveSource[]): Finding[] {
  const members = sources.flatMap((source) => source.members)
  const without = members.filter(({ token, tokenName }) => tokenName !== undefined && token === undefined)
  return [...Map.groupBy(without, ({ tokenName = '' }) => tokenName)].map(([name, theaters]) => {
    const chains = [...new Set(theaters.flatMap(({ chain }) => chain ?? []))]
    const count = `${theaters.length} ${theaters.length === 1 ? 'theater' : 'theaters'}`
    const of = chains.length === 0 ? '' : ` of ${chains.join(' and ')}`
    return warn(`token ${name}`, 'is not in CINEMA_TOKENS', `It would add ${count}${of}.`)
  })
}
