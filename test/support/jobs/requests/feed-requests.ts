/** The requests for platforms whose lists are feeds. "Clients" are independent public projects, compared in November 2026. */

import { get } from '../../sandbox/recorded-requests.ts'
import { type PlatformRequests, robots } from './platform-requests.ts'

export const feedRequests: Readonly<Record<string, PlatformRequests>> = {
  personio: {
    key: 'saffron-motors',
    rows: [
      get('https://saffron-motors.jobs.personio.de/robots.txt', robots),
      get(
        'https://saffron-motors.jobs.personio.de/xml?language=en',
        'Sample of the vendor and about half of eight clients; without it 40 KB instead of 496 KB on one board.',
      ),
    ],
    unknownKey: 'nobody',
    unknownRows: [
      get('https://nobody.jobs.personio.de/robots.txt', robots),
      get('https://nobody.jobs.personio.de/xml?language=en', 'As above.'),
      get(
        'https://nobody.jobs.personio.de/?language=en',
        'career-ops 2528 and freehire 1110: the page lives while the feed is switched off.',
      ),
    ],
  },
  teamtailor: {
    key: 'saffron-health',
    rows: [
      get('https://saffron-health.teamtailor.com/robots.txt', robots),
      get(
        'https://saffron-health.teamtailor.com/jobs.json',
        'The `feed_url` of a recorded feed; three clients.',
      ),
      get(
        'https://saffron-health.teamtailor.com/jobs.rss?offset=0&per_page=100',
        'Vendor guide of 24 August 2026, quoted by two projects; six clients.',
      ),
    ],
    unknownKey: 'nobody',
    unknownRows: [
      get('https://nobody.teamtailor.com/robots.txt', robots),
      get('https://nobody.teamtailor.com/jobs.json', 'As above; 404 for an unknown name was seen.'),
      get('https://nobody.teamtailor.com/', 'The career site itself; its status is unproved.'),
    ],
  },
}
