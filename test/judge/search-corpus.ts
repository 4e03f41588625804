/** Postings that look like real ones, each with its facts. The same on every machine. */

import { type Random, random } from '../../sandbox/random.ts'
import type { Posting } from '../../src/services/jobs/schema/records.ts'
import { withJobTables } from '../../src/services/jobs/schema/tables.ts'
import { chunks } from '../../src/store/chunks.ts'
import type { Store } from '../../src/store/store.ts'
import { publishBoards, testPosting } from '../support/jobs/publish-boards.ts'
import { type City, cities, companies, type Role, roles, seniorities } from './search-facts.ts'

/** What a posting is, whatever its words are. */
export interface Facts {
  readonly role: string
  readonly family: string
  readonly seniority: string
  readonly city: string
  readonly country: string
  readonly company: string
  /** In the title. */
  readonly mainSkill: string | undefined
  readonly skills: readonly string[]
}

interface JudgedPosting {
  readonly posting: Posting
  readonly facts: Facts
}

const postings = 4000
const postingsPerBoard = 500
const publishedAt = Date.UTC(2026, 9, 2, 6)
const days = 120

/** The facts by the id of the job. */
export async function publishCorpus(store: Store): Promise<Map<string, Facts>> {
  const corpus = makeCorpus()
  const boards = [...chunks(corpus, postingsPerBoard)].map((part, at) => ({
    board: `board-${at}`,
    records: part.map(({ posting }) => posting),
  }))
  await publishBoards(store, publishedAt, boards)
  const factsByUrl = new Map(corpus.map(({ posting, facts }) => [posting.url, facts]))
  const rows = await withJobTables(store.readModel.read).selectFrom('job').select(['id', 'doc']).execute()
  return new Map(
    rows.map(({ id, doc }) => [id, factsByUrl.get((JSON.parse(doc) as { url: string }).url) as Facts]),
  )
}

function makeCorpus(): JudgedPosting[] {
  return Array.from({ length: postings }, (_, at) => makePosting(at, random('judged posting', at)))
}

function makePosting(at: number, chance: Random): JudgedPosting {
  const role = chance.pick(roles)
  const place = chance.pick(cities)
  const company = chance.pick(companies)
  const seniority = chance.pick(seniorities)
  const skills = [...new Set(Array.from({ length: chance.int(1, 3) }, () => chance.pick(role.skills)))]
  const mainSkill = chance.chance(0.25) ? skills[0] : undefined
  const { city, region, country } = place
  const body = makeText(role, place, company, skills, chance)
  return {
    posting: testPosting(String(at), {
      title: makeTitle(role, place, seniority, mainSkill, at, chance),
      company,
      department: role.department,
      places: [{ city, country, ...(region === undefined ? {} : { region }) }],
      posted: new Date(Date.UTC(2026, 9, 1) - chance.int(0, days) * 86_400_000).toISOString().slice(0, 10),
      body,
      bodyHash: String(at),
    }),
    facts: { role: role.id, family: role.family, seniority, city, country, company, mainSkill, skills },
  }
}

/** Of a thousand titles about five have a typing error. */
const errorRate = 0.005

function makeTitle(
  role: Role,
  { city, language }: City,
  seniority: string,
  mainSkill: string | undefined,
  at: number,
  chance: Random,
): string {
  const local = language === 'en' ? undefined : role[language]
  const name = chance.pick(local !== undefined && chance.chance(0.7) ? local : role.titles)
  const isSkillFirst = chance.chance(0.5)
  const words = [
    seniority,
    mainSkill !== undefined && isSkillFirst ? mainSkill : '',
    name,
    mainSkill !== undefined && !isSkillFirst ? `(${mainSkill})` : '',
    chance.chance(0.2)
      ? `- ${chance.pick(['Platform', 'Payments', 'Growth', 'Night Shift', 'Part Time', 'Internal Tools'])}`
      : '',
    chance.chance(0.12) ? `- ${city}` : '',
    chance.chance(0.05) ? `#${at}` : '',
  ]
  const title = words.filter((word) => word !== '').join(' ')
  if (!chance.chance(errorRate)) return title
  const cut = chance.int(2, title.length - 2)
  return title.slice(0, cut) + title.slice(cut + 1)
}

/** Descriptions name other roles, other places and the employer, as real ones do. */
function makeText(
  role: Role,
  { city }: City,
  company: string,
  skills: readonly string[],
  chance: Random,
): string {
  const others = Array.from({ length: 3 }, () => chance.pick(roles).titles[0] ?? '')
  const elsewhere = Array.from({ length: 2 }, () => chance.pick(cities).city)
  return [
    `<p>${company} has offices in ${elsewhere.join(' and ')}. This role is based in ${city}.</p>`,
    `<p>We look for a ${role.titles[0]} who is reading, learning and sharing. You work with a ${others.join(', a ')} and senior colleagues.</p>`,
    `<ul>${skills.map((skill) => `<li>Experience with ${skill}</li>`).join('')}<li>Good communication in a mobile, international team</li></ul>`,
    chance.chance(0.4) ? `<p>Nice to have: ${chance.pick(chance.pick(roles).skills)}.</p>` : '',
    '<p>We offer fair pay, a pension and thirty days of holiday. Everybody is welcome to apply.</p>',
  ].join('\n')
}
