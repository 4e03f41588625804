/** The members, the sources and the plan of the day. */

import { build } from '../build.ts'
import type { Desk, Row, Views } from './desk.ts'

export function memberViews(desk: Desk): Views {
  const {
    base,
    button,
    call,
    count,
    duration,
    field,
    filterForm,
    filters,
    link,
    moment,
    pages,
    say,
    services,
    show,
    table,
  } = desk
  const serviceIds = services.map(({ id }) => id)
  const stateClasses: Record<string, string> = { on: 'good', new: 'soft' }

  async function showMembers(): Promise<void> {
    const answer = await call('GET', `${base}/members${filters(['q', 'state', 'service', 'source_id'])}`)
    if (answer === undefined) return
    const decide = (member: Row, action: string) => async () => {
      const path = `${base}/members/${member.source_id}/${member.member_id}/${action}`
      const done = await call('POST', path, action === 'test' ? undefined : {})
      if (done === undefined) return
      const { data } = done
      if (action === 'test') {
        const seconds = `${count(data.records)} records in ${data.seconds} seconds`
        return say(`${member.member_id}: ${seconds}; ${count(data.dropped)} rows cannot be used.`)
      }
      await showMembers()
      say(`${member.member_id} is now ${data.status}.`)
    }
    const rows = (answer.data as readonly Row[]).map((member) => [
      member.name ?? member.member_id,
      build('code', {}, member.member_id),
      build('a', { href: link({ source_id: member.source_id, cursor: undefined }) }, member.source_id),
      build('span', { class: stateClasses[member.state] ?? 'bad' }, member.state),
      [member.reason, member.error_code].filter(Boolean).join(' · '),
      count(member.record_count),
      moment(member.last_read_at),
      build(
        'span',
        { class: 'actions' },
        member.state === 'off'
          ? button('Resume', decide(member, 'resume'))
          : button('Pause', decide(member, 'pause')),
        ' ',
        button('Test', decide(member, 'test')),
      ),
    ])
    show(
      filterForm(
        field('Name or id', 'q'),
        field('State', 'state', ['on', 'new', 'stale', 'changed', 'off'], 'all'),
        field('Service', 'service', serviceIds, 'all'),
        field('Source', 'source_id'),
      ),
      table('Members', ['Name', 'Id', 'Source', 'State', 'Reason', 'Records', 'Read', 'Actions'], rows),
      pages(answer.nextCursor),
    )
  }

  async function showSources(): Promise<void> {
    const answer = await call('GET', `${base}/sources`)
    if (answer === undefined) return
    const decide = (source: Row, action: string) => async () => {
      const done = await call('POST', `${base}/members/${source.source_id}/*/${action}`, {})
      if (done === undefined) return
      await showSources()
      say(`${source.name} is ${action === 'pause' ? 'paused' : 'resumed'}.`)
    }
    const start = (source: Row) => async () => {
      const done = await call('POST', `${base}/runs`, { source_id: source.source_id })
      if (done !== undefined) location.assign(`?view=run&id=${encodeURIComponent((done.data as Row).id)}`)
    }
    const actions = (source: Row) =>
      build(
        'span',
        { class: 'actions' },
        ...(source.members > 0 ? [button('Read now', start(source)), ' '] : []),
        ...(source.paused ? [button('Resume', decide(source, 'resume'))] : []),
        ...(!source.paused && source.members > 0 ? [button('Pause', decide(source, 'pause'))] : []),
      )
    const rows = (answer.data as readonly Row[]).map((source) => [
      build('a', { href: `?view=members&source_id=${encodeURIComponent(source.source_id)}` }, source.name),
      source.service,
      count(source.members),
      count(source.off),
      `every\u00a0${duration(source.every_minutes * 60)}`,
      `${source.at_once} at once${source.gap_ms === 0 ? '' : `, ${source.gap_ms / 1000}\u00a0s apart`}`,
      source.members > 0 || source.paused ? actions(source) : '',
      source.terms,
    ])
    const columns = ['Source', 'Service', 'Members', 'Off', 'Read', 'Pace', 'Actions', 'Terms']
    show(table('Sources', columns, rows))
  }

  async function showPlan(): Promise<void> {
    const answer = await call('GET', `${base}/plan`)
    if (answer === undefined) return
    const plan = answer.data as Row
    const sources = (plan.sources as readonly Row[]).map((source) => [
      source.source_id,
      count(source.members),
      count(source.requests),
      `${duration(source.minutes_per_round * 60)} of ${duration(source.every_minutes * 60)}`,
      source.fits ? 'fits' : build('span', { class: 'bad' }, 'does not fit'),
    ])
    const off = (plan.off as readonly Row[]).map(({ reason, service, members }) => [
      reason,
      service,
      count(members),
    ])
    show(
      build('p', {}, `${count(plan.requests)} requests in a day.`),
      table('Plan', ['Source', 'Members', 'Requests', 'A round takes', 'Verdict'], sources),
      build('h2', {}, 'Why members are not read'),
      off.length === 0
        ? build('p', {}, 'All members are read.')
        : table('Members that are not read', ['Reason', 'Service', 'Members'], off),
    )
  }

  return { members: showMembers, sources: showSources, plan: showPlan }
}
