/** Sixty made-up films, with titles that are hard to match. */

import { type Day, startOf } from '../calendar.ts'
import { random } from '../random.ts'
import type { Language } from './chain.ts'

export interface Movie {
  readonly number: number
  readonly title: string
  /** Translated titles. */
  readonly titles: { readonly [Name in Language]?: string }
  /** How other theaters spell it. */
  readonly otherSpelling?: string
  readonly kind: 'film' | 'classic' | 'event' | 'package' | 'secret' | 'foreign'
  readonly minutes: number
  readonly rating: 'U' | 'PG' | '12A' | '15' | '18'
  readonly genre: string
  /** The spoken language, BCP 47. */
  readonly language: string
  /** Days from the start of the season to the premiere. */
  readonly opensOn: number
  /** The release year of a classic. */
  readonly year?: number
  /** 0 to 1. */
  readonly popularity: number
  readonly has3d: boolean
  readonly director: string
  readonly cast: readonly string[]
  readonly distributor: string
  readonly synopsis: string
}

/** Title ; minutes ; rating ; genre ; opens ; popularity ; other values as name=value. */
const table = `
Ætherfall ; 138 ; 12A ; Science Fiction ; -40 ; 0.55 ; 3d es=La caída del éter fr=La Chute de l’éther cs=Pád éteru
Ætherfall: Part Two ; 151 ; 12A ; Science Fiction ; -6 ; 1 ; 3d es=La caída del éter: Parte 2 fr=La Chute de l’éther 2 cs=Pád éteru: Část druhá other=Aetherfall Part II
The Cartographer’s Daughter ; 117 ; PG ; Drama ; -20 ; 0.6 ; es=La hija del cartógrafo fr=La Fille du cartographe cs=Kartografova dcera
Salt & Iron ; 126 ; 15 ; Thriller ; -13 ; 0.75 ; es=Sal y hierro fr=Le Sel et le fer cs=Sůl a železo other=Salt and Iron
Ninety-Nine ½ Days ; 104 ; 12A ; Comedy ; -27 ; 0.5 ; other=Ninety-Nine 1/2 Days es=Noventa y nueve días y medio
Moth ; 98 ; 15 ; Horror ; -9 ; 0.6 ; es=Polilla fr=Papillon de nuit cs=Můra pl=Ćma
Captain Comet ; 112 ; PG ; Adventure ; -34 ; 0.65 ; 3d es=Capitán Cometa fr=Capitaine Comète cs=Kapitán Kometa
Captain Comet 2 ; 119 ; PG ; Adventure ; 1 ; 0.9 ; 3d es=Capitán Cometa 2 fr=Capitaine Comète 2 cs=Kapitán Kometa 2
Captain Comet: The Iron Moon ; 121 ; PG ; Adventure ; 22 ; 0.8 ; 3d es=Capitán Cometa: La luna de hierro
The Fox Who Forgot ; 88 ; U ; Family ; -15 ; 0.7 ; es=El zorro que olvidó fr=Le Renard qui oubliait cs=Liška, která zapomněla
The Fox Who Forgot… Again! ; 91 ; U ; Family ; 8 ; 0.75 ; es=El zorro que olvidó… ¡otra vez!
Harbour Lights ; 109 ; PG ; Romance ; -22 ; 0.45 ; other=Harbor Lights es=Luces del puerto fr=Les Lumières du port
M1DNIGHT ; 101 ; 18 ; Horror ; -4 ; 0.65 ; other=Midnight
Zoë & the Thunder ; 96 ; U ; Animation ; -18 ; 0.7 ; 3d other=Zoe and the Thunder es=Zoë y el trueno fr=Zoé et le tonnerre cs=Zoe a hrom
Seven Sisters Road ; 94 ; 15 ; Drama ; -11 ; 0.35 ; fr=La Rue des sept sœurs
The Last Ferry to Ayr ; 99 ; 12A ; Drama ; -29 ; 0.3 ;
Nightingale House ; 107 ; 15 ; Horror ; -2 ; 0.7 ; es=La casa del ruiseñor fr=La Maison du rossignol cs=Slavičí dům pl=Dom słowika
A Quiet Arithmetic ; 113 ; PG ; Biography ; -16 ; 0.4 ; es=Una aritmética callada
Of Mice, Mostly ; 85 ; U ; Comedy ; -25 ; 0.4 ;
Gravity’s Orchard ; 142 ; 12A ; Science Fiction ; -1 ; 0.8 ; es=El huerto de la gravedad fr=Le Verger de la gravité cs=Sad gravitace
Half Past Yesterday ; 103 ; 12A ; Comedy ; -30 ; 0.35 ;
The Understudy ; 97 ; 15 ; Thriller ; -8 ; 0.5 ; es=La suplente fr=La Doublure
Understudy ; 91 ; 12A ; Documentary ; -33 ; 0.15 ;
Blood on the Bluebell Line ; 118 ; 15 ; Mystery ; 3 ; 0.6 ;
The Emperor of Crumbs ; 92 ; U ; Animation ; -12 ; 0.6 ; 3d es=El emperador de las migas fr=L’Empereur des miettes cs=Císař drobků
Sextant ; 129 ; 12A ; Adventure ; 5 ; 0.7 ; es=Sextante
Rust Belt Requiem ; 134 ; 15 ; Drama ; -19 ; 0.3 ;
Tell It to the Tide ; 95 ; PG ; Romance ; -7 ; 0.45 ;
The Glasshouse Murders ; 122 ; 15 ; Mystery ; -14 ; 0.55 ; es=Los crímenes del invernadero fr=Meurtres sous la verrière
Two Left Feet ; 100 ; 12A ; Comedy ; -5 ; 0.55 ; es=Dos pies izquierdos
Wolf, Interrupted ; 105 ; 18 ; Horror ; 10 ; 0.6 ;
Mother Tongue ; 111 ; 15 ; Drama ; -24 ; 0.3 ;
Fort Nowhere ; 127 ; 15 ; Western ; -17 ; 0.4 ; es=Fuerte Ninguna Parte
L’Été sans fin ; 102 ; 12A ; Drama ; -10 ; 0.35 ; kind=foreign lang=fr en=Endless Summer, Again
Über den Dächern ; 108 ; 15 ; Thriller ; -21 ; 0.3 ; kind=foreign lang=de en=Over the Rooftops
La sombra del naranjo ; 114 ; 15 ; Drama ; -3 ; 0.35 ; kind=foreign lang=es en=The Shadow of the Orange Tree
Kawauso ; 93 ; PG ; Animation ; -12 ; 0.4 ; kind=foreign lang=ja
Rain over Busan ; 124 ; 15 ; Thriller ; -8 ; 0.4 ; kind=foreign lang=ko
Raat Ka Safar ; 158 ; 12A ; Drama ; -5 ; 0.5 ; kind=foreign lang=hi
Neela Aakash ; 149 ; 12A ; Romance ; -1 ; 0.45 ; kind=foreign lang=te
Vlak do Žižkova ; 97 ; 12A ; Comedy ; -15 ; 0.3 ; kind=foreign lang=cs
Złota jesień ; 106 ; 15 ; Drama ; -18 ; 0.25 ; kind=foreign lang=pl
Moth (1974) ; 89 ; 15 ; Horror ; -200 ; 0.2 ; kind=classic year=1974
The Long Tide ; 131 ; PG ; Drama ; -200 ; 0.25 ; kind=classic year=2001
The Lamplighter ; 120 ; PG ; Drama ; -200 ; 0.25 ; kind=classic year=1946
A Thousand Small Doors ; 115 ; 15 ; Thriller ; -200 ; 0.2 ; kind=classic year=1996
Snow on the Line ; 87 ; U ; Family ; -200 ; 0.25 ; kind=classic year=1986
Paper Kingdom ; 140 ; 12A ; Fantasy ; -200 ; 0.2 ; kind=classic year=1976
NT Live: The Winter Fox ; 165 ; 12A ; Event ; -200 ; 0.5 ; kind=event
RBO 2026-27: The Glass Nightingale ; 170 ; PG ; Event ; -200 ; 0.45 ; kind=event
Met Opera 2026-27: Ondine ; 215 ; PG ; Event ; -200 ; 0.4 ; kind=event
Exhibition on Screen: Light over Delft ; 90 ; U ; Event ; -200 ; 0.3 ; kind=event
The Ravens: Live from the Albert ; 118 ; 12A ; Event ; -200 ; 0.5 ; kind=event
Live Final: Champions of the Ring ; 240 ; 15 ; Event ; -200 ; 0.6 ; kind=event
Screen Unseen: Mystery Film ; 120 ; 15 ; Event ; -200 ; 0.4 ; kind=secret
Late Double Bill: Moth & Nightingale House ; 205 ; 15 ; Horror ; -2 ; 0.35 ; kind=package
Captain Comet Marathon ; 352 ; PG ; Adventure ; 1 ; 0.3 ; kind=package
The Clockmaker’s Apprentice ; 110 ; PG ; Fantasy ; 30 ; 0.7 ; 3d es=El aprendiz del relojero fr=L’Apprenti horloger
Everything, Eventually ; 116 ; 15 ; Drama ; 38 ; 0.5 ;
Gone by Christmas ; 99 ; PG ; Comedy ; 15 ; 0.65 ; es=Antes de Navidad fr=Partis avant Noël`

const givenNames = [
  'Ada',
  'Bruno',
  'Chiara',
  'Dmitri',
  'Elif',
  'Farah',
  'Gwen',
  'Hugo',
  'Ines',
  'Jonah',
  'Keiko',
  'Lena',
  'Mateo',
  'Noor',
  'Oskar',
  'Priya',
]
const familyNames = [
  'Almeida',
  'Brandt',
  'Castellanos',
  'Duarte',
  'Eriksen',
  'Fontaine',
  'Grady',
  'Hollis',
  'Ivanova',
  'Jansen',
  'Kowalska',
  'Lindqvist',
  'Moreau',
  'Nakamura',
  'O’Dowd',
  'Petrov',
]
const distributors = [
  'Blue Door Pictures',
  'Halcyon Releasing',
  'Fathom & Ferry',
  'Nordlicht Film',
  'Third Reel',
]

const openings = [
  'A letter arrives forty years late.',
  'In a town where the clocks stopped, one child keeps counting.',
  'Two rivals share a berth on the night train.',
  'Nobody has seen the lighthouse keeper since the storm.',
  'The map shows a street that is not there.',
]
const endings = [
  'What was lost turns out to be the least of it.',
  'Before the week is out, someone will have to tell the truth.',
  'The only way home leads through the sea & the snow.',
  'It would have been easier to stay asleep.',
]

export const movies: readonly Movie[] = table
  .trim()
  .split('\n')
  .map((line, index) => toMovie(line, index + 1))

function toMovie(line: string, number: number): Movie {
  const [title = '', minutes, rating, genre = '', opens, popularity, rest = ''] = line
    .split(';')
    .map((part) => part.trim())
  const values = new Map<string, string>()
  for (const [, name = '', value = ''] of rest.matchAll(/(\w+)=(.*?)(?=\s+\w+=|$)/g)) values.set(name, value)
  const generator = random('cinema', 'movie', number)
  const person = () => `${generator.pick(givenNames)} ${generator.pick(familyNames)}`
  const director = person()
  const year = values.get('year')
  const other = values.get('other') ?? values.get('en')
  return {
    number,
    title,
    titles: {
      ...named('es', values),
      ...named('fr', values),
      ...named('cs', values),
      ...named('pl', values),
    },
    ...(other === undefined ? {} : { otherSpelling: other }),
    kind: (values.get('kind') as Movie['kind'] | undefined) ?? 'film',
    minutes: Number(minutes),
    rating: rating as Movie['rating'],
    genre,
    language: values.get('lang') ?? 'en',
    opensOn: Number(opens),
    ...(year === undefined ? {} : { year: Number(year) }),
    popularity: Number(popularity),
    has3d: /^3d\b/.test(rest),
    director,
    cast: [person(), person(), person()],
    distributor: generator.pick(distributors),
    synopsis: `${generator.pick(openings)} ${generator.pick(endings)} A film by ${director}.`,
  }
}

function named<Name extends string>(
  name: Name,
  values: ReadonlyMap<string, string>,
): { [Key in Name]?: string } {
  const value = values.get(name)
  return value === undefined ? {} : ({ [name]: value } as { [Key in Name]?: string })
}

const seasonDays = 91
const announcedDays = 28

/**
 * Films are released again each season and announced four weeks before, so that there are always new, current and upcoming
 * films.
 */
export function premiereOf(movie: Movie, day: Day): Day {
  const lastAnnounced = day + announcedDays
  return lastAnnounced - modulo(lastAnnounced - movie.opensOn, seasonDays)
}

function modulo(number: number, divisor: number): number {
  return ((number % divisor) + divisor) % divisor
}

export function releaseYear(movie: Movie, day: Day): number {
  return movie.year ?? new Date(startOf(premiereOf(movie, day))).getUTCFullYear()
}
