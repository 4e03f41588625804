/** What waits for the decision of an operator: lists that were held back, proposals, and requests for higher limits. */

import { build } from '../build.ts'
import type { Cell, Desk, Row, Views } from './desk.ts'

export function decisionViews(desk: Desk): Views {
  const { base, button, call, count, field, filterForm, filters, moment } = desk
  const { pages, say, services, show, table } = desk

  const input = (label: string, value: string, attributes: Readonly<Record<string, string>>) =>
    build('input', { 'aria-label': label, value, ...attributes })

  async function showHeld(): Promise<void> {
    const answer = await call('GET', `${base}/members${filters(['source_id', 'service'])}&held=true`)
    if (answer === undefined) return
    const read = (member: Row, force: boolean) => async () => {
      const body = { source_id: member.source_id, members: [member.member_id], ...(force ? { force } : {}) }
      const done = await call('POST', `${base}/runs`, body)
      if (done !== undefined) location.assign(`?view=run&id=${encodeURIComponent((done.data as Row).id)}`)
    }
    const rows = (answer.data as readonly Row[]).map((member) => [
      member.name ?? member.member_id,
      member.source_id,
      member.held_reason,
      count(member.record_count),
      moment(member.last_read_at),
      build(
        'span',
        {},
        button('Publish the new list', read(member, true)),
        ' ',
        button('Read again', read(member, false)),
      ),
    ])
    const lostRows =
      'These lists became much shorter or empty. What is published stays, and gets older, until you publish the new list or a later one is complete.'
    const holding = services.filter(({ neverHeld }) => neverHeld === undefined)
    show(
      build('p', {}, [lostRows, ...services.flatMap(({ neverHeld = [] }) => neverHeld)].join(' ')),
      filterForm(
        field('Source', 'source_id'),
        field(
          'Service',
          'service',
          holding.map(({ id }) => id),
          'all',
        ),
      ),
      table('Lists held back', ['Member', 'Source', 'Reason', 'Published', 'Read', 'Decision'], rows),
      pages(answer.nextCursor),
    )
  }

  async function showProposals(): Promise<void> {
    const answer = await call('GET', `${base}/proposals${filters(['status', 'source_id'])}`)
    if (answer === undefined) return
    const decision = (proposal: Row): HTMLElement => {
      // Platforms rarely say it, and no theater is added without.
      const needsZone = proposal.kind === 'add' && !proposal.cells.timezone
      const zone = input(`Time zone of ${proposal.member_id}`, '', {
        placeholder: 'Europe/London',
        maxlength: '64',
        size: '14',
      })
      const decide = (action: string) => async () => {
        const timezone = zone.value.trim()
        const body = action === 'approve' && timezone !== '' ? { cells: { timezone } } : {}
        if ((await call('POST', `${base}/proposals/${proposal.id}/${action}`, body)) === undefined) return
        await showProposals()
        say(`${proposal.member_id}: ${action === 'approve' ? 'approved' : 'rejected'}.`)
      }
      return build(
        'span',
        { class: 'decision' },
        ...(needsZone ? [zone, ' '] : []),
        button('Approve', decide('approve')),
        ' ',
        button('Reject', decide('reject')),
      )
    }
    const rows = (answer.data as readonly Row[]).map((proposal): Cell[] => [
      proposal.member_id,
      proposal.source_id,
      proposal.kind,
      proposal.detail,
      moment(proposal.found_at),
      proposal.status === 'open'
        ? decision(proposal)
        : `${proposal.status} by ${proposal.decided_by ?? 'nobody'}`,
    ])
    show(
      build(
        'p',
        {},
        'Members that a platform lists and the server does not know, or that it no longer lists. Approved proposals become part of the members.',
      ),
      filterForm(field('Source', 'source_id'), field('Status', 'status', ['open', 'approved', 'rejected'])),
      table('Proposals', ['Member', 'Source', 'Change', 'Detail', 'Found', 'Decision'], rows),
      pages(answer.nextCursor),
    )
  }

  async function showLimits(): Promise<void> {
    const answer = await call('GET', `${base}/limit-requests${filters(['status'])}`)
    if (answer === undefined) return
    const decision = (wanted: Row): HTMLElement => {
      const number = { type: 'number', min: '1', required: '' }
      const perSecond = input('Requests a second', String(wanted.requests_per_second), number)
      const perMinute = input('Requests a minute', String(wanted.requests_per_minute), number)
      const note = input('Message to the caller', '', {
        maxlength: '500',
        placeholder: 'message to the caller',
      })
      const decide = (action: string) => async () => {
        const text = note.value.trim()
        const limits = {
          requests_per_second: Number(perSecond.value),
          requests_per_minute: Number(perMinute.value),
        }
        const body = { ...(action === 'approve' ? limits : {}), ...(text === '' ? {} : { note: text }) }
        if ((await call('POST', `${base}/limit-requests/${wanted.id}/${action}`, body)) === undefined) return
        await showLimits()
        say(`${wanted.email}: ${action === 'approve' ? 'approved' : 'rejected'}.`)
      }
      return build(
        'span',
        { class: 'decision' },
        perSecond,
        ' a second ',
        perMinute,
        ' a minute ',
        note,
        ' ',
        button('Approve', decide('approve')),
        ' ',
        button('Reject', decide('reject')),
      )
    }
    const rows = (answer.data as readonly Row[]).map((wanted): Cell[] => [
      wanted.email,
      `${count(wanted.requests_per_second)} a second, ${count(wanted.requests_per_minute)} a minute`,
      wanted.reason,
      moment(wanted.created_at),
      wanted.status === 'pending'
        ? decision(wanted)
        : [wanted.status, wanted.decision_note].filter(Boolean).join(': '),
    ])
    show(
      build(
        'p',
        {},
        'Callers who ask for higher limits. You may approve other numbers than those they asked for.',
      ),
      filterForm(field('Status', 'status', ['pending', 'approved', 'rejected'])),
      table('Requests for higher limits', ['Caller', 'Wanted', 'What for', 'Requested', 'Decision'], rows),
      pages(answer.nextCursor),
    )
  }

  return { held: showHeld, proposals: showProposals, limits: showLimits }
}
