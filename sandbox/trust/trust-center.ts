/** The contents of a company's trust center on a day. Few of them change from day to day. */

import { type Day, startOf } from '../calendar.ts'
import type { Random } from '../random.ts'
import type { World } from '../world.ts'
import { certificationTypes, documentTypes, type Vendor, vendors } from './catalogue.ts'
import type { TrustCompany } from './trust-company.ts'

export interface Certification {
  /** In the spelling of this company. */
  readonly label: string
  readonly key: string
}

export interface TrustDocument {
  readonly title: string
  readonly category: string
  readonly isPublic: boolean
}

export interface Control {
  readonly name: string
  readonly category: string
  readonly isPassing: boolean
}

export interface Update {
  readonly id: string
  readonly title: string
  readonly body: string
  readonly at: number
}

export interface ListedVendor extends Vendor {
  readonly locations: readonly string[]
  readonly isPersonal: boolean
}

export class TrustCenter {
  readonly company: TrustCompany
  readonly #world: World
  readonly #today: Day

  constructor(world: World, company: TrustCompany) {
    this.#world = world
    this.company = company
    this.#today = world.today()
  }

  /** One center in twelve has none. */
  certifications(): Certification[] {
    if (this.#random('no marks').chance(1 / 12)) return []
    return certificationTypes
      .filter(({ key, share }) => this.#isPresent('mark', key, share))
      .map(({ key, labels }) => ({ key, label: this.#random('label', key).pick(labels) }))
  }

  /** Entries of the page template that the company has not published. */
  unpublished(): string[] {
    const published = new Set(this.certifications().map(({ key }) => key))
    return certificationTypes.filter(({ key }) => !published.has(key)).map(({ labels }) => labels[0] ?? '')
  }

  /** One center in fifteen has none. */
  vendors(): ListedVendor[] {
    if (this.#random('no vendors').chance(1 / 15)) return []
    return vendors
      .filter(({ name, share }) => this.#isPresent('vendor', name, share))
      .map((vendor) => {
        const random = this.#random('vendor facts', vendor.name)
        return {
          ...vendor,
          locations: random.pick([['US'], ['US', 'DE'], ['EU'], ['IE'], ['US', 'EU'], []]),
          isPersonal: random.chance(0.7),
        }
      })
  }

  controls(): Control[] {
    const count = this.#random('controls').int(8, 44)
    return Array.from({ length: count }, (_, index) => {
      const category = controlCategories[index % controlCategories.length] ?? ''
      const subject = controlSubjects[Math.floor(index / controlCategories.length) % controlSubjects.length]
      const isPassing = !this.#random('control', index, Math.floor(this.#today / 9)).chance(0.06)
      return { name: `${subject}: ${category.toLowerCase()} reviewed`, category, isPassing }
    })
  }

  documents(): TrustDocument[] {
    return documentTypes
      .filter(({ title, share }) => this.#isPresent('document', title, share))
      .map(({ title, category }) => ({
        title,
        category,
        isPublic: this.#random('open', title).chance(category === 'Policies' ? 0.5 : 0.12),
      }))
  }

  updates(): Update[] {
    const updates: Update[] = []
    for (let day = this.#today; day > this.#today - 120; day--) {
      const random = this.#random('update', day)
      if (!random.chance(0.015)) continue
      const subject = random.pick([
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

  /** Whether bot protection blocks the page this week; `share` of the centers have it. */
  isBlocked(share: number): boolean {
    const week = this.#random('gate this week', Math.floor(this.#today / 7)).chance(0.05)
    return this.#random('gate').chance(share) !== week
  }

  /** Most items are permanent; one in eight appears and disappears. */
  #isPresent(kind: string, name: string, share: number): boolean {
    const random = this.#random(kind, name)
    if (!random.chance(share)) return false
    if (!random.chance(1 / 8)) return true
    const period = random.int(20, 90)
    return (this.#today + random.int(0, period)) % period < period * 0.8
  }

  #random(...parts: readonly (string | number)[]): Random {
    return this.#world.random('trust', this.company.slug, ...parts)
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
