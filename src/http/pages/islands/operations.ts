/** The desk of an operator: members, sources, proposals, the plan, runs and discovery. Its state is in the address. */

import type { Api } from './api-session.ts'
import type { BrowserPage, Build, PageElement } from './browser.ts'

type Cell = PageElement | string
// biome-ignore lint/suspicious/noExplicitAny: rows as the API document of operators describes them
type Row = any

/** Runs in the browser. The view is `?view=`, with the filters of the API beside it. */
export function operations(page: BrowserPage, api: Api, build: Build, query: string): void {
  const found = page.querySelector('[data-operations]')
  const foundContent = page.querySelector('[data-part=content]')
  const foundMessage = page.querySelector('[data-part=message]')
  if (found === null || foundContent === null || foundMessage === null) return
  const [root, content, message] = [found, foundContent, foundMessage]
  const base = root.dataset.api ?? ''
  const state = new URLSearchParams(query)
  const view = state.get('view') ?? 'members'

  function say(text: string): void {
    message.textContent = text
    message.hidden = text === ''
  }
  async function call(method: string, path: string, body?: unknown) {
    const answer = await api.call(method, path, body)
    if (answer.ok) return answer
    if (answer.status === 401) {
      content.replaceChildren(build('p', {}, build('a', { href: '/account' }, 'Sign in'), ' as an operator.'))
      say('You are not signed in, or your sign-in has ended.')
    } else if (answer.status === 404 && method === 'GET') say('This account is not that of an operator.')
    else say(answer.message)
    return undefined
  }
  const stateClasses: Record<string, string> = { on: 'good', new: 'soft' }
  const count = (value: number) => value.toLocaleString('en')
  const moment = (instant: string | null | undefined) =>
    instant ? `${instant.slice(0, 16).replace('T', ' ')} UTC` : 'never'
  const link = (changed: Readonly<Record<string, string | undefined>>) => {
    const parameters = new URLSearchParams(state)
    for (const [name, value] of Object.entries(changed)) {
      if (value === undefined) parameters.delete(name)
      else parameters.set(name, value)
    }
    return `?${parameters}`
  }
  function table(label: string, columns: readonly string[], rows: readonly (readonly Cell[])[]): PageElement {
    if (rows.length === 0) return build('p', {}, 'Nothing here.')
    const head = build('tr', {}, ...columns.map((name) => build('th', { scope: 'col' }, name)))
    const lines = rows.map(([first = '', ...cells]) =>
      build('tr', {}, build('th', { scope: 'row' }, first), ...cells.map((cell) => build('td', {}, cell))),
    )
    return build(
      'div',
      { class: 'table', role: 'region', 'aria-label': label, tabindex: '0' },
      build('table', {}, build('thead', {}, head), build('tbody', {}, ...lines)),
    )
  }
  function button(text: string, work: () => Promise<void>): PageElement {
    const element = build('button', { type: 'button', class: 'button quiet' }, text)
    element.addEventListener('click', () => {
      element.disabled = true
      say('')
      void work().finally(() => {
        element.disabled = false
      })
    })
    return element
  }
  /** The parameters of the address that the API takes as well. */
  function filters(names: readonly string[]): string {
    const parameters = new URLSearchParams({ limit: '50' })
    for (const name of [...names, 'cursor']) {
      const value = state.get(name)
      if (value) parameters.set(name, value)
    }
    return `?${parameters}`
  }
  function pages(nextCursor: string | undefined): PageElement {
    const links: Cell[] = []
    if (state.has('cursor')) links.push(build('a', { href: link({ cursor: undefined }) }, 'First page'), ' ')
    if (nextCursor) links.push(build('a', { rel: 'next', href: link({ cursor: nextCursor }) }, 'Next'))
    return build('p', { class: 'pages' }, ...links)
  }
  function field(text: string, name: string, options?: readonly string[]): PageElement {
    const value = state.get(name) ?? ''
    if (options === undefined)
      return build('label', {}, text, build('input', { name, value, maxlength: '100' }))
    const choices = ['', ...options].map((each) =>
      build('option', each === value ? { value: each, selected: '' } : { value: each }, each || 'all'),
    )
    return build('label', {}, text, build('select', { name }, ...choices))
  }
  function filterForm(...fields: readonly PageElement[]): PageElement {
    const hidden = build('input', { type: 'hidden', name: 'view', value: view })
    return build('form', { class: 'ask' }, hidden, ...fields, build('button', { class: 'button' }, 'Show'))
  }

  async function showMembers(): Promise<void> {
    const answer = await call('GET', `${base}/members${filters(['q', 'state', 'service', 'source_id'])}`)
    if (answer === undefined) return
    const decide = (member: Row, action: string) => async () => {
      const path = `${base}/members/${member.source_id}/${member.member_id}/${action}`
      const done = await call('POST', path, action === 'test' ? undefined : {})
      if (done === undefined) return
      const { data } = done
      if (action === 'test')
        say(
          `${member.member_id}: ${count(data.records)} records in ${data.seconds} seconds; ${count(data.dropped)} rows cannot be used.`,
        )
      else say(`${member.member_id} is now ${data.status}.`)
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
        {},
        member.state === 'off'
          ? button('Resume', decide(member, 'resume'))
          : button('Pause', decide(member, 'pause')),
        ' ',
        button('Test', decide(member, 'test')),
      ),
    ])
    content.replaceChildren(
      filterForm(
        field('Name or id', 'q'),
        field('State', 'state', ['on', 'new', 'stale', 'off']),
        field('Service', 'service', ['jobs', 'cinema', 'trust', 'notices']),
        field('Source', 'source_id'),
      ),
      table('Members', ['Name', 'Id', 'Source', 'State', 'Reason', 'Records', 'Read', 'Actions'], rows),
      pages(answer.nextCursor),
    )
  }

  async function showSources(): Promise<void> {
    const answer = await call('GET', `${base}/sources`)
    if (answer === undefined) return
    const rows = (answer.data as readonly Row[]).map((source) => [
      build('a', { href: `?view=members&source_id=${encodeURIComponent(source.source_id)}` }, source.name),
      source.service,
      count(source.members),
      count(source.off),
      `every ${count(source.every_minutes)} minutes`,
      `${source.at_once} at once, ${count(source.gap_ms)} ms apart`,
      source.terms,
    ])
    const columns = ['Source', 'Service', 'Members', 'Off', 'Read', 'Pace', 'Terms']
    content.replaceChildren(table('Sources', columns, rows))
  }

  async function showProposals(): Promise<void> {
    const answer = await call('GET', `${base}/proposals${filters(['status', 'source_id'])}`)
    if (answer === undefined) return
    const decide = (proposal: Row, action: string) => async () => {
      if ((await call('POST', `${base}/proposals/${proposal.id}/${action}`, {})) === undefined) return
      await showProposals()
      say(`${proposal.member_id}: ${action === 'approve' ? 'approved' : 'rejected'}.`)
    }
    const rows = (answer.data as readonly Row[]).map((proposal) => [
      proposal.member_id,
      proposal.source_id,
      proposal.kind,
      proposal.detail,
      moment(proposal.found_at),
      proposal.status === 'open'
        ? build(
            'span',
            {},
            button('Approve', decide(proposal, 'approve')),
            ' ',
            button('Reject', decide(proposal, 'reject')),
          )
        : `${proposal.status} by ${proposal.decided_by ?? 'nobody'}`,
    ])
    content.replaceChildren(
      filterForm(field('Source', 'source_id')),
      table('Proposals', ['Member', 'Source', 'Change', 'Detail', 'Found', 'Decision'], rows),
      pages(answer.nextCursor),
    )
  }

  async function showPlan(): Promise<void> {
    const answer = await call('GET', `${base}/plan`)
    if (answer === undefined) return
    const plan = answer.data as Row
    const sources = (plan.sources as readonly Row[]).map((source) => [
      source.source_id,
      count(source.members),
      count(source.requests),
      `${source.minutes_per_round < 1 ? 'less than 1' : count(Math.round(source.minutes_per_round))} of ${count(source.every_minutes)} minutes`,
      source.fits ? 'fits' : build('span', { class: 'bad' }, 'does not fit'),
    ])
    const off = (plan.off as readonly Row[]).map(({ reason, service, members }) => [
      reason,
      service,
      count(members),
    ])
    content.replaceChildren(
      build('p', {}, `${count(plan.requests)} requests in a day.`),
      table('Plan', ['Source', 'Members', 'Requests', 'A round takes', 'Verdict'], sources),
      build('h2', {}, 'Why members are not read'),
      table('Members that are not read', ['Reason', 'Service', 'Members'], off),
    )
  }

  async function showRuns(): Promise<void> {
    const answer = await call(
      'GET',
      `${root.dataset.runs ?? ''}/sync-runs${filters(['source_id', 'status'])}`,
    )
    if (answer === undefined) return
    const rows = (answer.data as readonly Row[]).map((run) => [
      run.source_id ?? '',
      build('span', { class: run.status === 'failed' ? 'bad' : 'good' }, run.status),
      moment(run.started_at),
      run.finished_at
        ? `${count(Math.round((Date.parse(run.finished_at) - Date.parse(run.started_at)) / 1000))} s`
        : 'under way',
      `${count(run.completed)} of ${count(run.planned)}`,
      run.error_message ?? '',
    ])
    content.replaceChildren(
      filterForm(field('Source', 'source_id')),
      table('Runs', ['Source', 'Status', 'Started', 'Took', 'Members', 'Error'], rows),
      pages(answer.nextCursor),
    )
  }

  function showDiscovery(): void {
    const input = build('input', {
      name: 'target',
      required: '',
      maxlength: '2000',
      placeholder: 'https://example.com/careers',
    })
    const results = build('div')
    const form = build(
      'form',
      { class: 'ask' },
      build('label', { class: 'wide' }, 'Address or domain', input),
      build('button', { class: 'button' }, 'Discover'),
    )
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      say('Reading at most six pages; this takes a while.')
      void call('POST', `${base}/discover`, { target: input.value.trim() }).then((answer) => {
        if (answer === undefined) return
        const { findings, undecided } = answer.data as Row
        say(findings.length === 0 ? 'Nothing was found.' : '')
        results.replaceChildren(
          ...findings.map((finding: Row) => findingItem(finding)),
          ...undecided.map((text: string) => build('p', { class: 'soft' }, text)),
        )
      })
    })
    content.replaceChildren(form, results)
    input.focus()
  }
  function findingItem(finding: Row): PageElement {
    const ids = Object.entries(finding.member).map(([name, value]) => `${name} ${value}`)
    const evidence = finding.evidence.map((each: Row) => build('li', {}, `${each.kind}: ${each.detail}`))
    const canAdd = finding.supported && finding.source !== null && finding.missing.length === 0
    return build(
      'section',
      {},
      build('h2', {}, `${finding.platform_name}: ${ids.join(', ')}`),
      build('p', {}, `${finding.basis} · ${finding.terms}`),
      build('ul', {}, ...evidence),
      canAdd && finding.service === 'jobs'
        ? addForm(finding)
        : build(
            'p',
            { class: 'soft' },
            finding.unsupported_reason ?? 'Add it with `broadsheet members add`.',
          ),
    )
  }
  function addForm(finding: Row): PageElement {
    const name = build('input', { required: '', maxlength: '200' })
    const form = build(
      'form',
      { class: 'ask' },
      build('label', { class: 'wide' }, 'Name of the employer', name),
      build('button', { class: 'button' }, 'Add'),
    )
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      const basis = finding.basis === 'open' ? {} : { basis: finding.basis }
      const entry = { name: name.value.trim(), key: finding.member.key, ...basis }
      void call('POST', `${base}/members`, { source: finding.source, entries: [entry] }).then((answer) => {
        if (answer !== undefined) say(`${entry.name} is added. It is read within a minute or two.`)
      })
    })
    return form
  }

  const views: Record<string, () => Promise<void> | void> = {
    members: showMembers,
    sources: showSources,
    proposals: showProposals,
    plan: showPlan,
    runs: showRuns,
    discover: showDiscovery,
  }
  if (api.session() === undefined) {
    content.replaceChildren(build('p', {}, build('a', { href: '/account' }, 'Sign in'), ' as an operator.'))
    return
  }
  void (views[view] ?? showMembers)()
}
