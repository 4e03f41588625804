/** The reference page of cinema platforms, made from the adapters and from the file of members. */

import { capabilityNames, type DataCapabilities } from '../src/services/cinema/schema/index.ts'
import { type CinemaDirectory, loadCinemaDirectory } from '../src/services/cinema/sources/cinema-directory.ts'
import type { CinemaAdapter } from '../src/services/cinema/sources/define-cinema-source.ts'
import { cinemaAdapters } from '../src/services/cinema/sources/index.ts'

export function renderCinemaSourceReference(): string {
  const directory = loadCinemaDirectory()
  return `${[
    '# Cinema sources',
    intro,
    '## Platforms that are read',
    table(
      ['Platform', 'Gate', 'What it tells', 'Finest seat data', 'Days ahead', 'Theaters', 'Limitations'],
      cinemaAdapters.map((adapter) => readerRow(adapter, directory)),
    ),
    gates,
    '## Platforms that are known and not read',
    table(
      ['Platform', 'Status', 'Gate', 'What it could tell', 'Chains met', 'Why not'],
      directory.unsupportedPlatforms.map(({ id, name, status, gate, capabilities, chains, reason }) => [
        `${name} (\`${id}\`)`,
        status,
        gate,
        listCapabilities(capabilities),
        chains.join(', '),
        reason,
      ]),
    ),
    membersChapter,
    adding,
    neverPublished,
    ids,
  ].join('\n\n')}\n`
}

function readerRow(adapter: CinemaAdapter, { members }: CinemaDirectory): string[] {
  const { id, about, gate, capabilities, grade, horizon, limitations } = adapter
  const live = capabilities.live_refresh ? ', at request time too' : ''
  return [
    `[${about.name}](../../src/services/cinema/sources/${id}.ts) (\`${id}\`)`,
    gate,
    `${listCapabilities(capabilities)}${live}`,
    grade,
    `about ${horizon.maxDays} (${horizon.source})`,
    String(members.get(id)?.length ?? 0),
    limitations.map((limitation) => `\`${limitation}\``).join(', ') || '–',
  ]
}

function listCapabilities(capabilities: DataCapabilities): string {
  return capabilityNames.filter((name) => capabilities[name]).join(', ')
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

const intro = `A platform is a source: one reader serves every chain that runs on it. Chains and theaters are data, in
[\`sources.yaml\`](../../src/services/cinema/sources/members/platforms.yaml), checked as a whole before the server starts. The sandbox has ten
made-up chains with 152 theaters on seven of these platforms, under hosts that end in \`.cinema.sandbox\`; the live profile
reads the hosts of \`sources.yaml\` and no others.`

const gates = `**Gate** is what stands before the data. \`key\`: the platform answers to holders of a token that a chain or vendor
issues; the file names the token, the operator supplies it in \`CINEMA_TOKENS\`, and without it every theater behind
it is refused before anything is sent. \`login\`, \`cookies\`, \`browser\`: the site is meant for people and refuses programs.
This server says who it is, keeps the pace below, stops at a refusal, and has no means to get past one.

Readers ask one thing at a time per host, half a second apart unless the file says otherwise. Seat plans and prices are read for the soonest
few shows of a theater in each run; those of other shows are read when someone asks for them with \`source_mode=live\` or \`auto\`.`

const membersChapter = `## The file of members

| Key | Meaning |
| --- | --- |
| \`chains[]\` | \`id\`, \`name\`, \`country\`, \`currency\`, \`website\`, \`status\` |
| \`platforms.<id>\` | manners of a platform: \`at_once\`, \`gap_ms\`, \`every_minutes\`, \`seat_calls\` (seat plans per theater and run) |
| \`members.<platform>[]\` | a chain on a platform: \`chain\`, \`base\` (where it answers), \`token\` (the name of a secret), \`booking\` (an address with \`{site}\` and \`{session}\`), \`options\`, \`sites[]\` |
| \`sites[]\` | a theater: \`site\` (what the platform calls it), \`name\`, \`timezone\`, address, \`lat\`, \`lon\`, and anything its chain has in common that differs here |
| \`options.formats\` | a house's own meaning of a word: \`dolby=dolby_cinema, ss=sensory_friendly\` |
| \`options.tenant\`, \`lang\`, \`details\` | quickbook: the country's number, the language, and \`details: 'yes'\` to read every film's page (for all theaters of a chain or for none) |
| \`options.country\` | reading: the country's number |
| \`options.theaters\` | webedia: the address of the list of theaters |
| \`options.counts\` | veezi: \`agreed\` where the venue lets its counts be published |
| \`options.pages\`, \`follow\` | json-ld: pages to read, and below which path links are followed |
| \`listed[]\` | a platform without a reader: \`status\`, \`reason\`, \`gate\`, \`can\` |

What the file says of a theater's address wins over the platform; position, telephone and zone are the platform's where it
gives them.`

const adding = `## Adding a platform

One file, one line, one test: the reader in \`src/services/cinema/sources/<id>.ts\` (declared facts, \`fetch\`, \`toRecords\`, and
\`fetchSeatMap\` or \`fetchPrices\` where one showtime can be asked about), its line in
[\`sources/index.ts\`](../../src/services/cinema/sources/index.ts), and \`<id>.test.ts\` with the shared cases. Members go into the file.
[\`filmbot.ts\`](../../src/services/cinema/sources/filmbot.ts) is the smallest to start from. Words of the platform stay in its
file; formats, audiences, titles, time and seats are put into ours by
[\`normalise/\`](../../src/services/cinema/normalise).`

const neverPublished = `## What is never published

Private hires and placeholders, sessions that are not announced or not sold on the web, complimentary tickets, prices with restrictions we do
not know, and a venue's sales counts without its agreement. A showtime whose film is not known is left out and counted.`

const ids = `## Ids

A theater's id follows from platform, chain and the platform's own id of the theater; a showtime's from these and the session. A movie's id
follows from its folded title, and from the year as well where another work has that title. A listing that was once taken for a movie stays
with it.`
