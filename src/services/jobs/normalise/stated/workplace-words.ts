/** The words for where work is done, in the languages of the boards, written as `phraseReader` reads them. */

import type { WorkplaceType } from '../../../../core/places/reader/extract-workplace.ts'

type Row = readonly [types: readonly WorkplaceType[], phrases: string]

/** Only for fields that state the type: in a place or a title, `office` or `flexible` means something else. */
export const workplaceWords: readonly Row[] = [
  [
    ['Hybrid'],
    `hybrid*, hibrid*, ibrid*, hybryd*, partially remote, partial remote, partly remote, part remote, semi remote, occasional remote, occasionally remote, remote flex*, mostly remote, mostly office,
    temporary, flexible, flex, flexib*, mixed, mixte, misto, mixto, blended, mischung, teilweise remote, teilweise homeoffice, teletravail partiel, teletravail occasionnel, teletrabajo parcial, remoto parcial, parzialmente remoto,
    deels thuis, delvis distans, delvist hjemmefra, czesciowo zdaln*, гибрид*, ハイブリッド, 混合, 하이브리드,
    # days remote, # days office, # days in office, # days onsite, # days on site, # day office, # days a week, # days per week, # x week, # days home, # tage buro, # tage homeoffice, # jours, # dagen`,
  ],
  [
    ['Remote'],
    `remote*, fully, fully distributed, distributed, virtual, telecommut*, telework*, work from home, working from home, work at home, wfh, wfa, work from anywhere, anywhere, worldwide, global remote, home based, home office, homeoffice*, homebased, from home,
    mobiles arbeiten, ortsunabhangig*, standortunabhangig*, fernarbeit, teletravail*, a distance, remoto*, teletrabajo, teletrabalho, a distancia, trabalho remoto, a casa, da remoto, smart working, telelavoro, thuiswerk*, vanuit huis, op afstand, distans*, pa distans,
    hjemmefra, fjernarbejd*, hjemmekontor, etatyo*, zdaln*, na dalku, prace z domova, otthonrol, tavmunka, de acasa, uzaktan, удаленн*, удалённ*, дистанционн*, リモート, 在宅, 远程, 遠端, 원격, 재택`,
  ],
  [
    ['On Site'],
    `on site*, onsite*, fully onsite, fully on site, fully office, fully in office, fully in person, on premise*, on premises, on location, on campus, in office*, inoffice, office, offices, office based, office first, office centric, office only, in the office, at the office, from office, in house, in person, inperson, in store, store based, in clinic, in lab, lab based,
    site based, site, at site, client site, customer site, facility, in facility, plant based, campus, field, field based, physical, co located, colocated, no remote, not remote, non remote, non remote eligible, not eligible for remote, not remote eligible, remote no, remote not possible, no home office, no telework,
    vor ort, prasenz*, im buro, buro, bureau, au bureau, sur site, sur place, presentiel*, presencial*, en sitio, en oficina, oficina, in sede, in presenza, in ufficio, presenza, op kantoor, kantoor, op locatie, pa plats, pa kontor*, kontor*, paikan paalla, lahityo, stacjonarn*, w biurze, na miejscu, w siedzibie, na miste, v kancelari, helyszini, irodai,
    la birou, ofiste, yerinde, офис*, в офисе, 出社, オフィス, 现场, 現場, 사무실`,
  ],
]
