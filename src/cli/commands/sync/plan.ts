/** `broadsheet plan`: what a day of the schedule asks of each host. Sends no request. */

import type { Command } from 'commander'
import type { PlanReport } from '../../../app/operator/day-plan.ts'
import type { AddCommand, CommandContext } from '../../command-context.ts'
import { dataCommand, openAppContext } from '../../command-settings.ts'
import { helpExamples } from '../../terminal/help-examples.ts'
import { tableOf } from '../../terminal/table.ts'
import type { JsonFlag } from '../../terminal/terminal.ts'

export const addPlan: AddCommand = (program, context) => {
  dataCommand(program, 'plan')
    .description(
      'Show today’s sync plan: members, requests per host, duration at the pace of live sources, and what exceeds the day.',
    )
    .addHelpText(
      ...helpExamples(
        'broadsheet plan --profile live',
        'broadsheet plan --profile live --json | jq .members',
      ),
    )
    .action((flags: JsonFlag, command: Command) => showPlan(flags, command, context))
}

async function showPlan(flags: JsonFlag, command: Command, context: CommandContext): Promise<void> {
  const { readDayPlan } = await import('../../../app/operator/day-plan.ts')
  const appContext = await openAppContext(command, context)
  const plan = await readDayPlan(appContext)
  for (const problem of appContext.profile.registryProblems()) context.terminal.note(`warning: ${problem}`)
  context.terminal.result(plan, flags, toText)
}

const hostsShown = 20

function toText({ members, candidates, requests, sources, off, hosts }: PlanReport): string {
  const parts = [
    `Members: ${toCounts(members)}. Candidates: ${toCounts(candidates)}. Requests in a day: about ${requests}.`,
    tableOf(sources, {
      SOURCE: 'source_id',
      MEMBERS: 'members',
      HOSTS: 'hosts',
      EVERY: ({ every_minutes }) => `${every_minutes} min`,
      REQUESTS: 'requests',
      'ONE ROUND': ({ minutes_per_round }) => `${minutes_per_round} min`,
      FITS: ({ fits }) => (fits ? 'yes' : 'no'),
      'FIRST ROUND': ({ first_round }) => `${first_round.minutes} min`,
    }),
    tableOf(hosts.slice(0, hostsShown), {
      HOST: 'host',
      REQUESTS: 'requests',
      BUSY: ({ minutes }) => `${minutes} min`,
      'FIRST ROUND': ({ first_round }) => `${first_round.requests} in ${first_round.minutes} min`,
    }),
  ]
  if (hosts.length > hostsShown) parts.push(`and ${hosts.length - hostsShown} hosts with fewer requests`)
  if (off.length > 0)
    parts.push(tableOf(off, { 'NOT READ': 'service', MEMBERS: 'members', REASON: 'reason' }))
  return parts.join('\n\n')
}

function toCounts(counts: Readonly<Record<string, number>>): string {
  return (
    Object.entries(counts)
      .map(([service, count]) => `${service} ${count}`)
      .join(', ') || 'none'
  )
}
