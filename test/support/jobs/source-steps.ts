/** What is left to do before a job platform is complete. The guide follows it: docs/how-to/add-a-source.md. */

import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../project-root.ts'

interface Step {
  readonly file: string
  /** Says that it is done. */
  readonly pattern: (id: string, name: string) => RegExp
  readonly toDo: string
  /** Whether the adapter needs it. Default: always. */
  readonly isNeeded?: (adapter: string) => boolean
}

const word = (id: string) => new RegExp(`\\b${id}\\b`)

const steps: readonly Step[] = [
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
    pattern: (id) => new RegExp(`^ {2}${id}: `, 'm'),
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
    toDo: 'add made-up employers at the end of `boardCounts`, and the new numbers to test/e2e/jobs/sandbox-boards.test.ts and test/e2e/discovery/discover.test.ts',
  },
  {
    file: 'sandbox/jobs/employer-sites.ts',
    pattern: word,
    toDo: 'say how a careers page shows its boards',
  },
  {
    file: 'sandbox/jobs/index.ts',
    pattern: (id) => new RegExp(`\\b${id}Boards\\b`),
    toDo: 'add the simulated host to `jobHosts`',
  },
  {
    file: 'test/rehearsal/world/job-members.ts',
    pattern: word,
    toDo: 'add the mean number of postings of a board to `meanSizes`',
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

const requestTables = ['list-requests.ts', 'page-requests.ts'].map(
  (file) => `test/support/jobs/requests/${file}`,
)

/** One sentence per step, in the order in which they are done. Empty for a complete platform. */
export function stepsLeft(id: string, root = projectRoot): string[] {
  const read = (file: string) => (existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : '')
  const [adapterFile = `src/services/jobs/sources/adapters/${id}.ts`] = globSync(
    `src/services/jobs/sources/adapters/{,career-sites/}${id}.ts`,
    { cwd: root },
  )
  const own = [adapterFile, adapterFile.replace('.ts', '.test.ts'), `sandbox/jobs/boards/${id}.ts`]
  const marks = own.flatMap((file) =>
    [...read(file).matchAll(new RegExp(`TODO\\(${id}\\) ([^*\\n]+)`, 'g'))].map(
      ([, what = '']) => `${file}: ${what.trim()}`,
    ),
  )
  const adapter = read(adapterFile)
  const name = /name: '([^']+)'/.exec(adapter)?.[1] ?? id
  const left = steps
    .filter(({ isNeeded }) => isNeeded === undefined || isNeeded(adapter))
    .filter(({ file, pattern }) => !pattern(id, name).test(read(file)))
  const hasRequests = requestTables.some((file) => new RegExp(`^ {2}${id}: \\{`, 'm').test(read(file)))
  return [
    ...marks,
    ...left.map(({ file, toDo }) => `${file}: ${toDo}`),
    ...(hasRequests ? [] : [`${requestTables[0]}: add its exact requests, with the evidence for each`]),
  ]
}
