/** How the last day went, as charts; and the saved responses. */

import { build } from '../build.ts'
import { buildDrawing, buildStack } from '../build-drawing.ts'
import type { Cell, Desk, Row, Views } from './desk.ts'

export function overviewViews(desk: Desk): Views {
  const { base, call, clock, count, duration, field, filterForm, filters, moment, pages, show, table } = desk
  const statuses = ['succeeded', 'partial', 'failed', 'cancelled']
  const states = ['on', 'new', 'stale', 'off']
  const colours: Record<string, string> = {
    succeeded: 'good',
    partial: 'warn',
    failed: 'bad',
    cancelled: 'soft',
    on: 'good',
    new: 'soft',
    stale: 'bad',
    off: 'off',
  }
  const size = (bytes: number) => {
    if (bytes < 1e6) return `${count(Math.ceil(bytes / 1e3))}\u00a0kB`
    return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)}\u00a0MB` : `${(bytes / 1e9).toFixed(1)}\u00a0GB`
  }
  const sumOf = (row: Row, names: readonly string[]) =>
    names.reduce((sum, name) => sum + (row[name] as number), 0)
  const sumOfAll = (rows: readonly Row[], name: string) => rows.reduce((sum, row) => sum + row[name], 0)
  const legend = (names: readonly string[]) =>
    build(
      'p',
      { class: 'legend soft' },
      ...names.flatMap((name): Cell[] => [
        build('span', {}, buildStack('key', [{ share: 100, className: colours[name] ?? '' }]), ` ${name}`),
        ' ',
      ]),
    )

  function runChart(hours: readonly Row[]): HTMLElement {
    const most = Math.max(1, ...hours.map((hour) => sumOf(hour, statuses)))
    const text = statuses.map((name) => `${count(sumOfAll(hours, name))} ${name}`)
    const bars = hours.flatMap((hour, at) => {
      const title = `${clock(hour.at)}: ${statuses.map((name) => `${hour[name]} ${name}`).join(', ')}`
      let y = 100
      return statuses.map((name) => {
        const height = (100 * hour[name]) / most
        y -= height
        return { x: at * 10, y, width: 9, height, className: colours[name] ?? '', title }
      })
    })
    const chart = buildDrawing('columns-chart', hours.length * 10, 100, bars)
    return build('div', { role: 'img', 'aria-label': `Runs: ${text.join(', ')}` }, chart)
  }
  function memberChart(row: Row): Cell[] {
    const all = Math.max(1, sumOf(row, states))
    const text = states.map((name) => `${count(row[name])} ${name}`).join(', ')
    const bar = buildStack(
      'stacked-bar',
      states.map((name) => ({ share: (100 * row[name]) / all, className: colours[name] ?? '' })),
    )
    return [
      build('a', { href: `?view=members&service=${encodeURIComponent(row.service)}` }, row.service),
      bar,
      text,
    ]
  }

  const changedMembersLink = (sourceId: string) =>
    build('a', { href: `?view=members&source_id=${encodeURIComponent(sourceId)}&state=changed` }, sourceId)

  const changedTable = (rows: readonly Row[]) =>
    table(
      'Platforms whose members changed in the same way',
      ['Source', 'Members', 'Since', 'First of them'],
      rows.map((row) => [
        changedMembersLink(row.source_id),
        count(row.members),
        moment(row.since),
        row.reason,
      ]),
    )
  const hostTable = (rows: readonly Row[]) =>
    table(
      'Hosts',
      ['Host', 'Members', 'Endpoints', 'State', 'Since', 'Not asked until'],
      rows.map((row) => [
        row.host,
        count(row.members),
        row.endpoints,
        build('span', { class: row.state === 'answering' ? 'good' : 'bad' }, row.state),
        row.since === null ? '' : moment(row.since),
        row.closed_until === null ? '' : moment(row.closed_until),
      ]),
    )

  const unusableTable = (rows: readonly Row[]) =>
    table(
      'Members that are read, but give nothing usable',
      ['Source', 'Members', 'Oldest success', 'One reason'],
      rows.map((row) => [
        changedMembersLink(row.source_id),
        count(row.members),
        moment(row.oldest_success_at),
        row.reason,
      ]),
    )
  const alarmLink = (open: number) =>
    build(
      'p',
      {},
      build('a', { href: '?view=alarms' }, open === 1 ? 'One open alarm' : `${count(open)} open alarms`),
    )

  async function showOverview(): Promise<void> {
    const answer = await call('GET', `${base}/overview`)
    if (answer === undefined) return
    const {
      hours,
      members,
      artifacts,
      hosts,
      unusable,
      alarms,
      changed_sources: changed,
    } = answer.data as Row
    const ended = (hours as readonly Row[]).filter((hour) => sumOf(hour, statuses) > 0)
    show(
      ...(alarms === 0 ? [] : [alarmLink(alarms)]),
      build('h2', {}, 'Runs of the last 24 hours'),
      build(
        'p',
        {},
        statuses.map((name) => `${count(sumOfAll(hours, name))} ${name}`).join(', '),
        '. ',
        build('a', { href: '?view=runs' }, 'All runs'),
      ),
      runChart(hours),
      build('p', { class: 'axis soft' }, build('span', {}, clock(hours[0].at)), build('span', {}, 'now')),
      legend(statuses),
      build(
        'details',
        {},
        build('summary', {}, 'As a table'),
        table(
          'Runs by hour',
          ['Hour', 'Succeeded', 'Partial', 'Failed', 'Cancelled', 'Took on average'],
          ended.map((hour) => [
            moment(hour.at),
            ...statuses.map((name) => count(hour[name])),
            hour.seconds === null ? '' : duration(hour.seconds),
          ]),
        ),
      ),
      build('h2', {}, 'Members'),
      table('Members by state', ['Service', 'Share', 'Members'], members.map(memberChart)),
      legend(states),
      ...(changed.length === 0 ? [] : [build('h2', {}, 'Platforms that changed'), changedTable(changed)]),
      ...(unusable.length === 0
        ? []
        : [build('h2', {}, 'Read, but nothing usable'), unusableTable(unusable)]),
      ...(hosts.length === 0 ? [] : [build('h2', {}, 'Hosts'), hostTable(hosts)]),
      build('h2', {}, 'Saved responses'),
      table(
        'Artifacts by service',
        ['Service', 'Artifacts', 'Size'],
        artifacts.map((row: Row) => [row.service, count(row.files), size(row.bytes)]),
      ),
      build('p', {}, build('a', { href: '?view=artifacts' }, 'All artifacts')),
    )
  }

  async function showArtifacts(): Promise<void> {
    const answer = await call('GET', `${base}/artifacts${filters(['source_id', 'member_id'])}`)
    if (answer === undefined) return
    const rows = (answer.data as readonly Row[]).map((artifact): Cell[] => [
      artifact.member_id,
      artifact.source_id,
      moment(artifact.captured_at),
      moment(artifact.imported_at),
      size(artifact.bytes),
      count(artifact.row_count),
      artifact.run_id === null
        ? 'live\u00a0read'
        : build('a', { href: `?view=run&id=${encodeURIComponent(artifact.run_id)}` }, 'Run'),
      build('code', { class: 'path', title: artifact.location }, artifact.location),
    ])
    show(
      filterForm(field('Source', 'source_id'), field('Member', 'member_id')),
      table('Artifacts', ['Member', 'Source', 'Read', 'Published', 'Size', 'Responses', 'Run', 'File'], rows),
      pages(answer.nextCursor),
    )
  }

  return { overview: showOverview, artifacts: showArtifacts }
}
