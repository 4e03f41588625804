/** The e-mails to operators, in plain words. */

import { pluralize } from '../../core/text/pluralize.ts'
import { html } from '../../http/pages/html.ts'
import { emailPage } from '../../identity/index.ts'
import type { AlarmView } from './alarm-rows.ts'
import { type AlarmKind, alarmKinds } from './causes.ts'
import type { Digest } from './digest.ts'
import type { Message } from './message.ts'
import { localText } from './quiet-hours.ts'

interface MailOptions {
  readonly to: string
  readonly timeZone: string
  /** Of the server, for links. */
  readonly origin: string
}

/** One e-mail for several messages. */
export function alarmEmail(messages: readonly Message[], { to, timeZone, origin }: MailOptions) {
  const paragraphs = messages.flatMap((message) => toParagraphs(message, timeZone))
  const footer = `Times are in ${timeZone}. Alarms and how to mute them: ${origin}/operations?view=alarms`
  return {
    to,
    subject: `Broadsheet: ${toSubject(messages)}`,
    text: [...paragraphs, footer, ''].join('\n\n'),
    html: emailPage(
      [...paragraphs, footer].map((text) => html`<p style="white-space: pre-line">${text}</p>\n`),
    ),
  }
}

function toSubject(messages: readonly Message[]): string {
  const [first, ...others] = messages
  if (first === undefined) return 'nothing'
  if (others.length === 0) return toTitle(first)
  const count = (type: Message['type']) => messages.filter((message) => message.type === type).length
  const [opened, ended] = [count('alarm.opened'), count('alarm.ended')]
  if (opened + ended < messages.length) return `${toTitle(first)}, and ${others.length} more`
  return [
    ...(opened === 0 ? [] : [pluralize(opened, 'alarm')]),
    ...(ended === 0 ? [] : [`${ended} over`]),
  ].join(', ')
}

function toTitle(message: Message): string {
  if (message.type === 'digest.daily') return 'the last day'
  if (message.type === 'alarm.test') return 'a test of alarms'
  const { data, type } = message
  return type === 'alarm.opened' ? alarmTitle(data) : `over: ${alarmTitle(data)}`
}

/** `A host refuses: api.example.org` */
export function alarmTitle({ kind, subject }: Pick<AlarmView, 'kind' | 'subject'>): string {
  const title = alarmKinds[kind as AlarmKind]?.title ?? kind
  return subject === '' ? title : `${title}: ${subject}`
}

function toParagraphs(message: Message, timeZone: string): string[] {
  if (message.type === 'digest.daily') return digestParagraphs(message.data, timeZone)
  if (message.type === 'alarm.test') return [message.data.note]
  const { data, type, timestamp } = message
  const at = (instant: string) => localText(Date.parse(instant), timeZone)
  const times =
    type === 'alarm.opened'
      ? `Since ${at(data.since)}.`
      : `It lasted from ${at(data.since)} to ${at(timestamp)}.`
  const lines = [toTitle(message), ...(type === 'alarm.opened' ? [data.detail] : []), times, `(${data.id})`]
  return [lines.join('\n')]
}

function digestParagraphs({ since, services, decisions, hosts, alarms, mutes }: Digest, timeZone: string) {
  const at = (instant: string) => localText(Date.parse(instant), timeZone)
  const section = (title: string, lines: readonly string[], nothing: string) =>
    [title, ...(lines.length === 0 ? [nothing] : lines)].join('\n')
  const collected = services.map(({ service, collected: { members, succeeded, partial, failed } }) => {
    const runs = `${succeeded} runs succeeded, ${partial} in part, ${failed} failed`
    return `${service}: ${pluralize(members, 'member')} read; ${runs}`
  })
  const older = services.flatMap(({ service, older: { failing, changed, oldest_success_at } }) => {
    if (failing + changed === 0) return []
    const oldest = oldest_success_at === null ? '' : `; the oldest was last read on ${at(oldest_success_at)}`
    return [`${service}: ${failing} failing, ${changed} read but nothing usable${oldest}`]
  })
  const due = services.flatMap(({ service, due: { members, new: unread } }) =>
    members + unread === 0 ? [] : [`${service}: ${pluralize(members, 'member')}, and ${unread} not read yet`],
  )
  const waiting = [
    [decisions.held_lists, 'list held back', 'lists held back'] as const,
    [decisions.proposals, 'proposal of a roster', 'proposals of rosters'] as const,
    [decisions.limit_requests, 'request for higher limits', 'requests for higher limits'] as const,
  ].flatMap(([count, one, many]) => (count === 0 ? [] : [`${count} ${count === 1 ? one : many}`]))
  return [
    section(`Collected since ${at(since)}`, collected, 'nothing'),
    section('Older than it should be', older, 'nothing'),
    section('Due', due, 'nothing'),
    section('Awaiting a decision', waiting, 'nothing'),
    section(
      'Open alarms',
      alarms.map((alarm) => `${alarmTitle(alarm)}, since ${at(alarm.since)}`),
      'none',
    ),
    ...(hosts.length === 0
      ? []
      : [
          section(
            'Hosts',
            hosts.map(({ host, state, since: from }) => `${host}: ${state} since ${at(from)}`),
            '',
          ),
        ]),
    ...(mutes.length === 0
      ? []
      : [
          section(
            'Muted',
            mutes.map(({ target, until }) => `${target} until ${at(until)}`),
            '',
          ),
        ]),
  ]
}
