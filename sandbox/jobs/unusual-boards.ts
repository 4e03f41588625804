/**
 * Boards that behave as only some real ones do. They are no members of the sandbox profile: tests and the curious read
 * them by key.
 */

import type { Company, Platform } from './company.ts'

function board(platform: Platform, key: string, size = 12): Company {
  return { platform, key, name: 'Unusual Works', home: 'US', size, isFlawless: true }
}

export const unusualKeys = {
  /** Its list stops at 2,000 rows and begins again. */
  workdayCapped: 'capped.wd1/External',
  /** The same, and only a nested facet splits it. */
  workdayNested: 'nested.wd1/External',
  /** It counts and serves more than 2,000 rows. */
  workdayLong: 'long.wd1/External',
  workdayMaintenance: 'maintenance.wd1/External',
  /** Host and tenant have different names. */
  workdayTwoNames: 'two-names.wd1/two_names/External',
  workdaySharedHost: 'wd5.myworkdaysite.com/shared/External',
  workdayFlawless: 'flawless.wd1/External',
  teamtailorLong: 'long',
  /** Pages of thirty items. */
  teamtailorSmallPages: 'small-pages',
  teamtailorEndless: 'endless',
  /** Its next page is at another host. */
  teamtailorForeign: 'foreign-pages',
  personioFeedOff: 'feed-off',
  ashbyApiOff: 'ApiOff',
  leverEurope: 'eu/EuropeanWorks',
  /** Its list needs a token already. */
  recruiteeToken: 'token',
  recruiteeMoved: 'moved',
  ripplingLong: 'long-board',
  ripplingShort: 'short-board',
  /** Its list leads to the vendor, and its page for embedding exists. */
  bamboohrEmbed: 'embed-only',
  /** Its list is refused, and so is the page. */
  bamboohrRefused: 'refused',
  /** Its robots.txt forbids the list. */
  pinpointClosed: 'closed',
  /** It has no sitemap, and makes up dates. */
  icimsSearch: 'careers-search.icims.com',
  /** Its robots.txt forbids everything. */
  icimsClosed: 'careers-closed.icims.com',
  /** Its sitemap is a feed. */
  successfactorsFeed: 'feed.jobs2web.com',
  /** It has no sitemap. */
  successfactorsSearch: 'search.jobs2web.com',
  siteNestedMaps: 'nested-maps.careers.example',
  siteMapOfItself: 'map-of-itself.careers.example',
  siteRedirectLoop: 'redirect-loop.careers.example',
  siteManyMaps: 'many-maps.careers.example',
} as const

export const unusualBoards: readonly Company[] = [
  board('workday', unusualKeys.workdayCapped, 2500),
  board('workday', unusualKeys.workdayNested, 2500),
  board('workday', unusualKeys.workdayLong, 2300),
  board('workday', unusualKeys.workdayFlawless, 40),
  board('workday', unusualKeys.workdayTwoNames),
  board('workday', unusualKeys.workdaySharedHost),
  board('teamtailor', unusualKeys.teamtailorLong, 260),
  board('teamtailor', unusualKeys.teamtailorSmallPages, 100),
  board('teamtailor', unusualKeys.teamtailorForeign, 260),
  board('lever', unusualKeys.leverEurope),
  board('recruitee', unusualKeys.recruiteeToken),
  board('rippling', unusualKeys.ripplingLong, 180),
  board('rippling', unusualKeys.ripplingShort),
  board('bamboohr', unusualKeys.bamboohrEmbed),
  board('pinpoint', unusualKeys.pinpointClosed),
  board('icims', unusualKeys.icimsSearch, 50),
  board('icims', unusualKeys.icimsClosed),
  board('successfactors', unusualKeys.successfactorsFeed),
  board('successfactors', unusualKeys.successfactorsSearch, 60),
  board('jobposting', unusualKeys.siteNestedMaps),
]
