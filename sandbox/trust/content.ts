/** What stands in a company's trust center on a day: mostly what stood there yesterday. */

import { type Day, startOf } from '../calendar.ts'
import type { Random } from '../random.ts'
import type { World } from '../world.ts'
import { marks, type PretendVendor, policies, vendors } from './catalogue.ts'
import type { PretendCompany } from './companies.ts'

export interface PretendMark {
  /** As this company writes it. */
  readonly label: string
  readonly key: string
}

export interface PretendDocument {
  readonly title: string
  readonly category: string
  readonly isPublic: boolean
}

export interface PretendControl {
  readonly name: string
  readonly category: string
  readonly isPassing: boolean
}

export interface PretendUpdate {
  readonly id: string
  readonly title: string
  readonly body: string
  readonly at: number
}

export interface ListedVendor extends PretendVendor {
  readonly locations: readonly string[]
  readonly isPersonal: boolean
}

export class PretendCenter {
  readonly company: PretendCompany
  readonly #world: World
  readonly #today: Day

  constructor(world: World, company: PretendCompany) {
    this.#world = world
    this.company = company
    this.#today = world.today()
  }

  /** One in twelve shows none. */
  marks(): PretendMark[] {
    if (this.#chance('no marks').chance(1 / 12)) return []
    return marks
      .filter(({ key, share }) => this.#stands('mark', key, share))
      .map(({ key, labels }) => ({ key, label: this.#chance('label', key).pick(labels) }))
  }

  /** What the template of a page holds besides: not published, and so no claim. */
  unpublished(): string[] {
    const shown = new Set(this.marks().map(({ key }) => key))
    return marks.filter(({ key }) => !shown.has(key)).map(({ labels }) => labels[0] ?? '')
  }

  /** One in fifteen lists none. */
  vendors(): ListedVendor[] {
    if (this.#chance('no vendors').chance(1 / 15)) return []
    return vendors
      .filter(({ name, share }) => this.#stands('vendor', name, share))
      .map((vendor) => {
        const chance = this.#chance('vendor facts', vendor.name)
        return {
          ...vendor,
          locations: chance.pick([['US'], ['US', 'DE'], ['EU'], ['IE'], ['US', 'EU'], []]),
          isPersonal: chance.chance(0.7),
        }
      })
  }

  controls(): PretendControl[] {
    const count = this.#chance('controls').int(8, 44)
    return Array.from({ length: count }, (_, index) => {
      const category = controlCategories[index % controlCategories.length] ?? ''
      const subject = controlSubjects[Math.floor(index / controlCategories.length) % controlSubjects.length]
      const isPassing = !this.#chance('control', index, Math.floor(this.#today / 9)).chance(0.06)
      return { name: `${subject}: ${category.toLowerCase()} reviewed`, category, isPassing }
    })
  }

  documents(): PretendDocument[] {
    return policies
      .filter(({ title, share }) => this.#stands('document', title, share))
      .map(({ title, category }) => ({
        title,
        category,
        isPublic: this.#chance('open', title).chance(category === 'Policies' ? 0.5 : 0.12),
      }))
  }

  updates(): PretendUpdate[] {
    const updates: PretendUpdate[] = []
    for (let day = this.#today; day > this.#today - 120; day--) {
      const chance = this.#chance('update', day)
      if (!chance.chance(0.015)) continue
      const subject = chance.pick([
        'a library we use',
        'an outage of a supplier',
        'our list of subprocessors',
        'a new audit',
      ])
      updates.push({
        id: `${this.company.slug}-${day}`,
        title: `Statement about ${subject}`,
        body: `<p>We have looked at <b>${subject}</b> &amp; found that no customer data is affected.</p>`,
        at: startOf(day) + 9 * 3_600_000,
      })
    }
    return updates
  }

  /** Whether a gate with this share stands before it this week. */
  isGated(share: number): boolean {
    const week = this.#chance('gate this week', Math.floor(this.#today / 7)).chance(0.05)
    return this.#chance('gate').chance(share) !== week
  }

  /** Most things stay for good; one in eight comes and goes. */
  #stands(kind: string, name: string, share: number): boolean {
    const chance = this.#chance(kind, name)
    if (!chance.chance(share)) return false
    if (!chance.chance(1 / 8)) return true
    const period = chance.int(20, 90)
    return (this.#today + chance.int(0, period)) % period < period * 0.8
  }

  #chance(...about: readonly (string | number)[]): Random {
    return this.#world.random('trust', this.company.slug, ...about)
  }
}

const controlCategories = [
  'Infrastructure security',
  'Organizational security',
  'Product security',
  'Internal security procedures',
  'Data and privacy',
]

const controlSubjects = [
  'Access',
  'Backups',
  'Encryption at rest',
  'Encryption in transit',
  'Incident response',
  'Logging',
  'Patching',
  'Training',
  'Vulnerability scans',
]
