/** The reference page of cinema platforms, generated from the adapters and the member files. */

import { Decisions } from '../../src/registry/decisions.ts'
import { RegistryFiles } from '../../src/registry/registry-files.ts'
import { capabilityNames, type DataCapabilities } from '../../src/services/cinema/schema/index.ts'
import type { CinemaDirectory } from '../../src/services/cinema/sources/cinema-member.ts'
import type { CinemaAdapter } from '../../src/services/cinema/sources/define-cinema-source.ts'
import { cinemaAdapters, loadCinemaData, toLiveDirectory } from '../../src/services/cinema/sources/index.ts'
import { renderRequests } from './cinema-request-reference.ts'
import { paceOf } from './request-table.ts'

export function renderCinemaSourceReference(): string {
  const directory = toLiveDirectory(loadCinemaData(new RegistryFiles(), new Decisions([])), {})
  return `${[
    '# Cinema sources',
    intro,
    '## Supported platforms',
    table(
      [
        'Platform',
        'Gate',
        'Capabilities',
        'Seat data',
        'Plans per run',
        'Days ahead',
        'Pace',
        'Theaters',
        'Limitations',
      ],
      cinemaAdapters.map((adapter) => adapterRow(adapter, directory)),
    ),
    gates,
    renderRequests(table),
    '## Unsupported platforms',
    table(
      ['Platform', 'Status', 'Gate', 'Potential capabilities', 'Chains', 'Reason'],
      directory.unsupportedPlatforms.map(({ id, name, status, gate, capabilities, chains, reason }) => [
        `${name} (\`${id}\`)`,
        status,
        gate,
        listCapabilities(capabilities),
        chains.join(', '),
        reason,
      ]),
    ),
    memberFiles,
    adding,
    neverPublished,
    ids,
  ].join('\n\n')}\n`
}

function adapterRow(adapter: CinemaAdapter, { members }: CinemaDirectory): string[] {
  const { id, about, gate, capabilities, grade, seatCalls, horizon, polite, limitations } = adapter
  const live = capabilities.live_refresh ? ', live refresh' : ''
  return [
    `[${about.name}](../../src/services/cinema/sources/adapters/${id}/${id}.ts) (\`${id}\`)`,
    gate,
    `${listCapabilities(capabilities)}${live}`,
    grade,
    String(seatCalls),
    `about ${horizon.maxDays} (${horizon.source})`,
    paceOf(polite),
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

const intro = `A platform is a source: one adapter serves every chain that uses it. Chains and theaters are data: the tables
\`chains.tsv\`, \`installations.tsv\` and \`theaters.tsv\` of the [registry](registry.md). The sandbox has fictional
chains on all of these platforms, under hosts that end in \`.cinema.sandbox\`; the live profile connects only to the hosts in the registry.`

const gates = `**Gate** is what a platform requires of its clients. \`key\`: the platform answers only with a token issued by a chain or
vendor. The registry names the token and the operator supplies it in \`CINEMA_TOKENS\`; without it, the theaters that need it are refused
before any request is sent. \`login\`, \`cookies\`, \`browser\`: the site is meant for people and refuses programs.
The server identifies itself, respects rate limits, stops when refused, and does not work around a gate.

**Pace** is that of each host. **Plans per run**: seat plans are requested for so many of the soonest shows of a theater, with prices where
they are requested by show; those of other shows are fetched on request, with \`source_mode=live\` or \`auto\`. Theaters of one installation
are listed together: ten in a call on Webedia and Event, twenty on OCAPI. What a chain shares, such as the catalogue of Cineplex, is requested once
per run.`

const memberFiles = `## Options

The column \`options\` of an installation or a theater:

| Option | Meaning |
| --- | --- |
| \`formats\` | corrects the meaning of a chain's tags: \`dolby=dolby_cinema, ss=sensory_friendly\` |
| \`tenant\`, \`lang\`, \`details\` | quickbook: country number, language, and \`details=yes\` to fetch each film's details (for all theaters of a chain or none) |
| \`country\` | reading: country number |
| \`city\`, \`corporation\` | ingresso: number of the city of a theater; the chain as the platform calls it, for its list of theaters |
| \`page\` | kinoheld: city and cinema as in the addresses of the portal, for links to shows that have none |
| \`pictures\` | any platform: where its posters are, if that is another host |
| \`number\`, \`rest\` | helios: number of a theater in the list of the site; base URL of the ticket service |
| \`market\` | alamo: the market of a cinema, as in the addresses of the site |
| \`theaters\`, \`films\` | webedia: URLs of the lists of theaters and films, where their numbers have changed |
| \`timezone\` | vista-ocapi: \`fixed\` if the platform names a wrong time zone |
| \`counts\` | veezi: \`agreed\` if the venue consents to publish its seat counts |
| \`pages\`, \`follow\` | json-ld: start pages, and the path below which links are followed |

The address in the registry wins over the platform's. Position, telephone number and time zone of the platform win over those in the registry.`

const adding = `## Adding a platform

[Add a source](../how-to/add-a-source.md#a-cinema-platform) has the steps. The platform's vocabulary stays in its
adapter; [\`normalise/\`](../../src/services/cinema/normalise) maps formats, audiences, titles, times and seats to ours.`

const neverPublished = `## Never published

Private hires and placeholders, sessions that are unannounced or not sold online, complimentary tickets, prices with unsupported restrictions,
and a venue's seat counts without its consent. A showtime whose film nobody describes is not published; one that was
published stays, and the run is partial.`

const ids = `## Ids

A theater's id derives from platform, chain and the platform's id of the theater; a showtime's id from these and the session. A movie's id
derives from its normalised title, and from the year if another work has the same title. A listing always keeps the movie it was first assigned to.`
