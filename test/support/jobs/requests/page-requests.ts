/** The requests for career sites whose postings are pages. */

import { get } from '../../sandbox/recorded-requests.ts'
import { type PlatformRequests, robots } from './platform-requests.ts'

export const pageRequests: Readonly<Record<string, PlatformRequests>> = {
  jobposting: {
    key: 'orchard-networks.careers.example',
    unproved: 'no single upstream: each site differs',
    rows: [
      get('https://orchard-networks.careers.example/robots.txt', robots),
      get(
        'https://orchard-networks.careers.example/sitemap.xml',
        'sitemaps.org; WordPress, Yoast and others.',
      ),
      get(
        'https://orchard-networks.careers.example/jobs/{…}?utm_source=map',
        'sitemaps.org: the URL as the sitemap has it, with its query.',
      ),
    ],
    unknownKey: 'nobody.careers.example',
    unknownRows: [
      get('https://nobody.careers.example/robots.txt', robots),
      get('https://nobody.careers.example/sitemap.xml', 'As above.'),
      get('https://nobody.careers.example/', 'The site itself.'),
    ],
  },
  icims: {
    key: 'careers-alderbiotech.icims.com',
    unproved:
      'the statuses of unknown and refused sites; the status of a closed posting; no recording of a page of a posting exists. Sites that lead to another host of the employer are reported as moved',
    rows: [
      get('https://careers-alderbiotech.icims.com/robots.txt', robots),
      get(
        'https://careers-alderbiotech.icims.com/sitemap.xml',
        'A recording (Canisius), and five files of clients (one: 65 postings on 28 August 2026; one met 403 at a site). Others read the search.',
      ),
      get(
        'https://careers-alderbiotech.icims.com/jobs/{…}/{…}/job?in_iframe=1',
        'Links of two recorded searches have this form; a client of August 2026 that names itself reads the JSON-LD there. Without the parameter a page is only a frame (reference A.15).',
      ),
    ],
    unknownKey: 'careers-nobody.icims.com',
    unknownRows: [
      get('https://careers-nobody.icims.com/robots.txt', robots),
      get('https://careers-nobody.icims.com/sitemap.xml', 'As above; its status is unproved.'),
      get(
        'https://careers-nobody.icims.com/jobs/search?ss=1&in_iframe=1&pr=0',
        'A client that measured ten tenants on 5 October 2026 sends these three parameters; the page number begins at 0.',
      ),
    ],
  },
  successfactors: {
    key: 'driftrobotics.jobs2web.com',
    unproved:
      'the statuses of unknown sites and of closed postings; the microdata is known from clients, not from a recording. Sites that have only a search by script are reported',
    rows: [
      get('https://driftrobotics.jobs2web.com/robots.txt', robots),
      get(
        'https://driftrobotics.jobs2web.com/sitemap.xml',
        'Four files of clients, one of them where the search needs a script; reference A.18, the first of its six faces.',
      ),
      get(
        'https://driftrobotics.jobs2web.com/job/{…}/{…}/',
        'Addresses of a recorded feed and of a recorded search; their microdata is that which six clients read.',
      ),
    ],
    unknownKey: 'nobody.jobs2web.com',
    unknownRows: [
      get('https://nobody.jobs2web.com/robots.txt', robots),
      get('https://nobody.jobs2web.com/sitemap.xml', 'As above; its status is unproved.'),
      get(
        'https://nobody.jobs2web.com/search/?q=&startrow=0',
        'A recorded search; clients page with `startrow` and stop at the stated total.',
      ),
    ],
  },
  jazzhr: {
    key: 'pebble-mills',
    unproved:
      'what the site says of a company that has left; some boards refuse programs (403), and are reported',
    rows: [
      get('https://pebble-mills.applytojob.com/robots.txt', robots),
      get(
        'https://pebble-mills.applytojob.com/apply/jobs',
        'A recording, and eight files of clients, half of them with a slash at the end.',
      ),
      get(
        'https://pebble-mills.applytojob.com/apply/{…}',
        'The address of a recorded page without its title; 1,526 of 1,527 such requests of a public project were answered.',
      ),
    ],
    unknownKey: 'nobody',
    unknownRows: [
      get('https://nobody.applytojob.com/robots.txt', robots),
      get('https://nobody.applytojob.com/apply/jobs', 'As above; 200 without the table (reference A.12).'),
      get(
        'https://nobody.applytojob.com/apply',
        'The canonical address of the recorded list; what it says of an unknown company is unproved.',
      ),
    ],
  },
}
