/** The runs: a list, and one that is followed to its end. */

import { build } from '../build.ts'
import { buildMeter } from '../build-drawing.ts'
import type { Cell, Desk, Row, Views } from './desk.ts'

export function runViews(desk: Desk): Views {
  const { base, button, call, count, duration, field, filterForm, filters, moment } = desk
  const { pages, request, say, services, show, state, table } = desk
  const serviceIds = services.map(({ id }) => id)
  const classes: Record<string, string> = { succeeded: 'good', failed: 'bad', partial: 'warn' }
  const kinds: Record<string, string> = {
    scheduled: 'scheduled',
    manual: 'all members, on request',
    members: 'some members',
  }
  const followMs = 1000
  const longestPauseMs = 15_000
  let shown = ''

  const address = (id: string) => `?view=run&id=${encodeURIComponent(id)}`
  const statusText = (run: Row) => build('span', { class: classes[run.status] ?? 'soft' }, run.status)
  const took = (run: Row) => {
    if (run.status === 'waiting') return 'not started'
    return run.seconds === null ? 'under way' : duration(run.seconds)
  }
  const membersText = (run: Row) =>
    run.planned === 0 ? '' : `${count(run.completed)}\u00a0of\u00a0${count(run.planned)}`

  async function showRuns(): Promise<void> {
    const answer = await call('GET', `${base}/runs${filters(['source_id', 'service', 'status'])}`)
    if (answer === undefined) return
    const rows = (answer.data as readonly Row[]).map((run) => [
      build('a', { href: address(run.id) }, run.source_id),
      statusText(run),
      moment(run.started_at),
      took(run),
      membersText(run),
      kinds[run.mode] ?? run.mode,
      run.error_message ?? '',
    ])
    show(
      startForm(),
      filterForm(
        field('Source', 'source_id'),
        field('Service', 'service', serviceIds, 'all'),
        field(
          'Status',
          'status',
          ['waiting', 'running', 'succeeded', 'partial', 'failed', 'cancelled'],
          'all',
        ),
      ),
      table('Runs', ['Source', 'Status', 'Started', 'Took', 'Members', 'Kind', 'Problem'], rows),
      pages(answer.nextCursor),
    )
  }
  function startForm(): HTMLElement {
    const source = build('input', {
      required: '',
      maxlength: '64',
      placeholder: 'gazette',
      value: state.get('source_id') ?? '',
      autocapitalize: 'none',
      spellcheck: 'false',
    })
    const submit = build('button', { class: 'button' }, 'Start')
    const form = build('form', { class: 'ask' }, build('label', {}, 'Read a source now', source), submit)
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      submit.disabled = true
      say('')
      void start('', { source_id: source.value.trim() }).finally(() => {
        submit.disabled = false
      })
    })
    return form
  }
  async function start(path: string, body?: unknown): Promise<void> {
    const answer = await call('POST', `${base}/runs${path}`, body)
    if (answer !== undefined) location.assign(address((answer.data as Row).id))
  }

  async function cancel(id: string): Promise<void> {
    const answer = await call('POST', `${base}/runs/${encodeURIComponent(id)}/cancel`)
    if (answer !== undefined) say('The run ends within seconds.')
  }

  function runElements(run: Row): Cell[] {
    const isOver = run.finished_at !== null
    const share = run.planned === 0 ? 0 : Math.round((100 * run.completed) / run.planned)
    const bar = buildMeter(share, classes[run.status] ?? '')
    const by: readonly (readonly [string, Cell])[] =
      run.cancelled_by === null ? [] : [['Cancelled by', run.cancelled_by]]
    const facts: readonly (readonly [string, Cell])[] = [
      ['Status', statusText(run)],
      ...by,
      ['Kind', kinds[run.mode] ?? run.mode],
      [run.status === 'waiting' ? 'Requested' : 'Started', moment(run.started_at)],
      ['Took', took(run)],
      ['Members published', membersText(run) || 'not known yet'],
      ['Members that failed or were held back', isOver ? count(run.failed) : 'known at the end'],
      ...(run.held + run.gone + run.gated > 0
        ? [
            [
              'Rows held back, gone, gated',
              `${count(run.held)}, ${count(run.gone)}, ${count(run.gated)}`,
            ] as const,
          ]
        : []),
    ]
    const problems = (run.problems as readonly Row[]).map((problem) => [
      problem.member_id,
      build('span', { class: problem.outcome === 'failed' ? 'bad' : 'warn' }, problem.outcome),
      [problem.code, problem.message].filter(Boolean).join(': '),
      build(
        'a',
        {
          href: `?view=members&source_id=${encodeURIComponent(run.source_id)}&q=${encodeURIComponent(problem.member_id)}`,
        },
        'Member',
      ),
    ])
    const canRetry = run.problems.some((problem: Row) => problem.outcome !== 'partial')
    return [
      build('h2', {}, run.source_id),
      bar,
      build(
        'dl',
        { class: 'facts' },
        ...facts.map(([name, text]) => build('div', {}, build('dt', {}, name), build('dd', {}, text))),
      ),
      ...(run.error_message
        ? [build('p', { class: run.status === 'failed' ? 'bad' : 'warn' }, run.error_message)]
        : []),
      build(
        'p',
        {},
        ...(isOver || run.cancelled_by !== null ? [] : [button('Cancel this run', () => cancel(run.id))]),
        ...(isOver ? [button('Read this source again', () => start('', { source_id: run.source_id }))] : []),
        ' ',
        ...(canRetry
          ? [button('Retry what failed', () => start(`/${encodeURIComponent(run.id)}/retry`))]
          : []),
        ' ',
        build(
          'a',
          { href: `?view=runs&source_id=${encodeURIComponent(run.source_id)}` },
          'All runs of this source',
        ),
      ),
      ...(problems.length > 0
        ? [build('h2', {}, 'Problems'), table('Problems', ['Member', 'Outcome', 'Reason', 'Link'], problems)]
        : []),
    ]
  }
  /** Asks again until the run has ended, more and more seldom while the server does not answer. */
  async function follow(id: string, pauseMs: number): Promise<void> {
    const path = `${base}/runs/${encodeURIComponent(id)}`
    const answer = await request('GET', path)
    const isAway = answer.status === 0 || answer.status === 429 || answer.status >= 500
    if (isAway) {
      say(`${answer.message} This page keeps trying.`)
      setTimeout(() => void follow(id, Math.min(longestPauseMs, pauseMs * 2)), pauseMs)
      return
    }
    if (!answer.ok) return void (await call('GET', path))
    const run = answer.data as Row
    // Elements that are the same stay, and so does the focus.
    const text = JSON.stringify(run)
    if (text !== shown) show(...runElements(run))
    shown = text
    if (run.finished_at !== null) return say(`The run has ended: ${run.status}.`)
    say(
      run.status === 'waiting'
        ? 'The run waits for a node that syncs; this takes a few seconds.'
        : 'The run is under way. This page follows it.',
    )
    setTimeout(() => void follow(id, followMs), followMs)
  }

  return { runs: showRuns, run: () => follow(state.get('id') ?? '', followMs) }
}
