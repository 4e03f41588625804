/** What a part of a text, or several parts that agree, can mean. */

import type { City } from '../gazetteer.ts'

/** Made by the functions below alone: objects that all have the same fields in the same order are read several times as fast. */
export interface Meaning {
  readonly country: string
  /** Of the region that the text names, or of the city. */
  readonly region: string | undefined
  readonly city: City | undefined
  /** The text names the region, not just a county or a city in it. */
  readonly namesRegion: boolean
  readonly namesCountry: boolean
  /** A code of two or three letters stands for the country. */
  readonly byCountryCode: boolean
}

export function countryMeaning(country: string, byCountryCode: boolean): Meaning {
  return {
    country,
    region: undefined,
    city: undefined,
    namesRegion: false,
    namesCountry: true,
    byCountryCode,
  }
}

/** `namesRegion`: not just a county in it. */
export function regionMeaning(country: string, region: string, namesRegion: boolean): Meaning {
  return { country, region, city: undefined, namesRegion, namesCountry: false, byCountryCode: false }
}

export function cityMeaning(city: City): Meaning {
  return {
    country: city.country,
    region: city.region,
    city,
    namesRegion: false,
    namesCountry: false,
    byCountryCode: false,
  }
}

/** Of a country, and perhaps of a region and a city there. */
export function areaMeaning(country: string, region: string | undefined, city: City | undefined): Meaning {
  return {
    country,
    region: region ?? city?.region,
    city,
    namesRegion: region !== undefined,
    namesCountry: true,
    byCountryCode: false,
  }
}

/** Whether both can be said of one place. */
export function agree(one: Meaning, other: Meaning): boolean {
  return (
    one.country === other.country &&
    (one.city === undefined || other.city === undefined) &&
    (one.region === undefined || other.region === undefined || one.region === other.region)
  )
}

/** What both say of one place. */
export function jointMeaning(one: Meaning, other: Meaning): Meaning {
  return {
    country: one.country,
    region: one.region ?? other.region,
    city: one.city ?? other.city,
    namesRegion: one.namesRegion || other.namesRegion,
    namesCountry: one.namesCountry || other.namesCountry,
    byCountryCode: one.byCountryCode || other.byCountryCode,
  }
}
