/** What is wrong now, and what operators do not want to hear of. */

import { build } from '../build.ts'
import type { Cell, Desk, Row, Views } from './desk.ts'

const muteDays: readonly (readonly [string, number])[] = [
  ['for a day', 24],
  ['for a week', 7 * 24],
  ['for a month', 30 * 24],
]

export function alarmView(desk: Desk): Views {
  const { base, button, call, moment, say, show, table } = desk

  const change = (action: 'mute' | 'unmute', body: Row, message: string) => async () => {
    if ((await call('POST', `${base}/alarms/${action}`, body)) === undefined) return
    await showAlarms()
    say(message)
  }
  function actions(alarm: Row): HTMLElement {
    const { id: target } = alarm
    if (alarm.state === 'muted') return build('span', {})
    const buttons = muteDays.flatMap(([text, hours]): Cell[] => [
      button(`Mute ${text}`, change('mute', { target, hours }, `${target} is muted.`)),
      ' ',
    ])
    return build('span', { class: 'actions' }, ...buttons)
  }

  async function showAlarms(): Promise<void> {
    const answer = await call('GET', `${base}/alarms`)
    if (answer === undefined) return
    const { alarms, mutes } = answer.data as Row
    show(
      build(
        'p',
        {},
        'Each alarm is sent by mail and webhook when it begins and when it ends. A waiting alarm has to last longer before it is sent; a calm one is about to end.',
      ),
      table(
        'Alarms',
        ['Alarm', 'State', 'Since', 'Detail', 'Mute'],
        alarms.map((alarm: Row): Cell[] => [
          alarm.title,
          build('span', { class: alarm.state === 'open' ? 'bad' : 'soft' }, alarm.state),
          moment(alarm.since),
          alarm.detail,
          actions(alarm),
        ]),
      ),
      build('h2', {}, 'Muted'),
      table(
        'Muted alarms',
        ['Alarm', 'Until', 'By', 'Note', 'Unmute'],
        mutes.map((muted: Row): Cell[] => [
          muted.target,
          moment(muted.until),
          muted.muted_by,
          muted.note ?? '',
          button('Unmute', change('unmute', { target: muted.target }, `${muted.target} is no longer muted.`)),
        ]),
      ),
    )
  }

  return { alarms: showAlarms }
}
