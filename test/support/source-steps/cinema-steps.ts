/** What a cinema platform needs besides its own files. */

import { type Step, word } from './step.ts'

export const cinemaSteps: readonly Step[] = [
  {
    file: 'src/services/cinema/sources/index.ts',
    pattern: (id) => new RegExp(`^ {2}${id},$`, 'm'),
    toDo: 'add the adapter to `cinemaAdapters`',
  },
  {
    file: 'src/services/cinema/sources/addresses.ts',
    pattern: (id) => new RegExp(`platform: '${id}'`),
    toDo: 'add a rule with the address of its theaters, and remove the platform from members/unsupported.json, or count it in cinema-directory.test.ts if it is not there',
  },
  {
    file: 'src/services/cinema/sources/addresses.test.ts',
    pattern: (id) => new RegExp(`'${id}'`),
    toDo: 'add an address of a theater',
  },
  {
    file: 'registry/platforms.tsv',
    pattern: (id) => new RegExp(`^${id}\t`, 'm'),
    toDo: 'add a line with the number of requests that one read takes; chains and theaters that were seen go to `chains.tsv`, `installations.tsv` and `theaters.tsv`',
  },
  {
    file: 'sandbox/cinema/chain.ts',
    pattern: (id) => new RegExp(`'${id}'`),
    toDo: 'add it to `Platform`',
  },
  {
    file: 'sandbox/cinema/chain-facts.ts',
    pattern: (id) => new RegExp(`platform: '${id}'`),
    toDo: 'add a made-up chain with two or three theaters at the end',
  },
  {
    file: 'sandbox/cinema/index.ts',
    pattern: (id) => new RegExp(`\\b${id}Host,`),
    toDo: 'add the simulated host to `hostOf`',
  },
  {
    file: 'test/support/cinema/requests.ts',
    pattern: (id) => new RegExp(`^ {2}${id}: \\[`, 'm'),
    toDo: 'add its exact requests to `listRequests`, with the evidence for each',
  },
  {
    file: 'src/services/cinema/sources/faults.fault.test.ts',
    pattern: (id) => new RegExp(`^ {2}${id}: '`, 'm'),
    toDo: 'say in `listings` where its listing is',
  },
  {
    file: 'test/faults/hostile-values.fault.test.ts',
    pattern: (id) => new RegExp(`'${id}'`),
    toDo: 'add it to `withoutMarkup`, and to `withBusinessDates` if it names the day to which a show belongs',
    isNeeded: (adapter) => !adapter.includes('text/html'),
  },
  {
    file: 'scripts/reference/cinema-request-reference.ts',
    pattern: (_, name) => new RegExp(`'${/^\w+/.exec(name)?.[0] ?? name}`, 'i'),
    toDo: 'say which of its requests are proved, and what is unproved',
  },
  {
    file: 'docs/reference/cinema-sources.md',
    pattern: word,
    toDo: 'run `npm run docs`, which writes its capabilities and requests',
  },
]
