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
}
