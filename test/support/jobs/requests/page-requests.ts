/** The requests for career sites whose postings are pages. */

import { get, type PlatformRequests, robots } from './platform-requests.ts'

export const pageRequests: Readonly<Record<string, PlatformRequests>> = {
  jobposting: {
    key: 'orchard-networks.careers.example',
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
  jazzhr: {
    key: 'pebble-mills',
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
