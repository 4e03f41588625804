/** What a provider of trust centers needs besides its own files. */

import type { Step } from './step.ts'

export const trustSteps: readonly Step[] = [
  {
    file: 'src/services/trust/normalise/providers/provider-rows.ts',
    pattern: (id) => new RegExp(`id: '${id}'`),
    toDo: 'add a row before those that are not read: how it is reached and recognised, and what it covers',
  },
  {
    file: 'src/services/trust/sources/adapters/index.ts',
    pattern: (id) => new RegExp(`^ {2}${id},$`, 'm'),
    toDo: 'add the adapter to `readers`',
  },
  {
    file: 'registry/platforms.tsv',
    pattern: (id) => new RegExp(`^trust-${id}\t`, 'm'),
    toDo: 'add a line with the number of requests that one read takes, robots.txt included; centers that were seen go to `trust-centers.tsv`',
  },
  {
    file: 'sandbox/trust/companies.ts',
    pattern: (id) => new RegExp(`'${id}'`),
    toDo: 'add made-up centers at the end of `shares`, with their address (hosts that end in .example are those of companies), and the new number to test/e2e/trust/sandbox-sources.test.ts',
  },
  {
    file: 'sandbox/trust/hosts.ts',
    pattern: (id) => new RegExp(`\\b${id}Center\\(`),
    toDo: 'add the simulated hosts of its API and of its pages to `providerHosts`; if none of its texts is markup, also add the source to `withoutMarkup` in test/faults/hostile-values.fault.test.ts',
  },
  {
    file: 'test/support/trust/requests.ts',
    pattern: (id) => new RegExp(`^ {2}${id}: \\{`, 'm'),
    toDo: 'add its exact requests for a center of the sandbox, with the evidence for each',
  },
  {
    file: 'test/rehearsal/world/truth.ts',
    pattern: (id) => new RegExp(`^ {2}${id}: `, 'm'),
    toDo: 'say in `hiddenShares` how many of its simulated centers a bot protection hides, so that the rehearsal compares its vendors',
    // Payload files of operators are not in the rehearsal.
    isNeeded: (adapter) => adapter.includes('subprocessors') && !adapter.includes('payloadOrPageSteps'),
  },
  {
    file: 'docs/reference/trust-sources.md',
    pattern: (id) => new RegExp(id, 'i'),
    toDo: 'run `npm run docs`, which writes its status, its requests and what is unproved',
  },
]
