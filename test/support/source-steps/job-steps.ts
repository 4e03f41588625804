/** What a job platform needs besides its own files. */

import { type Step, word } from './step.ts'

export const jobSteps: readonly Step[] = [
  {
    file: 'src/services/jobs/sources/index.ts',
    pattern: (id) => new RegExp(`^ {2}${id},$`, 'm'),
    toDo: 'add the adapter to `jobAdapters`',
  },
  {
    file: 'src/services/jobs/sources/addresses.ts',
    pattern: (id) => new RegExp(`platform: '${id}'`),
    toDo: 'add a rule with the address of its boards',
  },
  {
    file: 'src/services/jobs/sources/addresses.test.ts',
    pattern: (id) => new RegExp(`'${id}'`),
    toDo: 'add an address of a board to `known`',
  },
  {
    file: 'src/services/jobs/sources/members/boards.ts',
    pattern: (id) => new RegExp(`^ {2}${id}:`, 'm'),
    toDo: 'say in `keyForms` which form its keys have, because they become part of a host',
    isNeeded: (adapter) => /hosts: \['\*|hostsOf/.test(adapter),
  },
  {
    file: 'registry/platforms.tsv',
    pattern: (id) => new RegExp(`^${id}\t`, 'm'),
    toDo: 'add a line with the number of requests that one read takes; boards that were seen go to `boards.tsv`, those that one list names to `candidates.tsv`',
  },
  {
    file: 'sandbox/jobs/company.ts',
    pattern: (id) => new RegExp(`'${id}'`),
    toDo: 'add it to `Platform`',
  },
  {
    file: 'sandbox/jobs/companies.ts',
    pattern: word,
    toDo: 'add made-up employers at the end of `boardCounts` (before the end, others would change their names), and the new number to test/e2e/jobs/sandbox-boards.test.ts',
  },
  {
    file: 'sandbox/jobs/employer-sites.ts',
    pattern: word,
    toDo: 'say how a careers page shows its boards',
  },
  {
    file: 'sandbox/jobs/index.ts',
    pattern: (id) => new RegExp(`\\b${id}Boards\\b`),
    toDo: 'add the simulated host to `jobHosts`; if none of its texts is markup, also add the source to `withoutMarkup` in test/faults/hostile-values.fault.test.ts',
  },
  {
    file: 'test/rehearsal/world/job-members.ts',
    pattern: word,
    toDo: 'add the mean number of postings of a board to `meanSizes`',
  },
  {
    file: 'test/support/jobs/requests/list-requests.ts',
    orIn: 'test/support/jobs/requests',
    pattern: (id) => new RegExp(`^ {2}${id}: \\{`, 'm'),
    toDo: 'add its exact requests for one of its employers in the sandbox, with the evidence for each',
  },
  {
    file: 'docs/reference/jobs-sources.md',
    pattern: (id) => new RegExp(id, 'i'),
    toDo: 'run `npm run docs`, which writes its requests, its pace and what is unproved',
  },
  {
    file: 'docs/reference/jobs.md',
    pattern: (id, name) => new RegExp(`${id}|${RegExp.escape(name)}`, 'i'),
    toDo: 'add it to the table of platforms',
  },
]
