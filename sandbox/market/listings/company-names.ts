/** Names of companies that do not exist, in the manner of several languages, and tickers made from them. */

import type { Random } from '../../random.ts'
import type { Sector } from './sectors.ts'

export type NameStyle =
  | 'english'
  | 'german'
  | 'french'
  | 'spanish'
  | 'italian'
  | 'nordic'
  | 'polish'
  | 'turkish'
  | 'indian'
  | 'asian'

interface Words {
  readonly stems: readonly string[]
  readonly endings: readonly string[]
}

const words: Readonly<Record<NameStyle, Words>> = {
  english: {
    stems:
      'Ashgrove,Bellwether,Brackwater,Calder,Cinderhill,Copperline,Dunmore,Eastmarch,Fairlead,Foxmoor,Gannet,Glenhaven,Greyfriar,Halcombe,Harrowgate,Ironbridge,Juniper,Kestrel,Kingsway,Larkspur,Longreach,Lowland,Marlow,Merestone,Millrace,Netherby,Northfield,Oakhurst,Orchard,Pinnacle,Quarry,Ravenhill,Redwater,Ridgeline,Saltmarsh,Sablewood,Silverbirch,Southport,Stanmore,Stonecrop,Summit,Tidewater,Thornfield,Trident,Underhill,Vantage,Wexcombe,Westbrook,Whitcliffe,Windrush,Wyvern,Yarrow,Blackthorn,Coldstream,Driftwood,Elmsley,Fernbank,Granville,Hawthorn,Islay'.split(
        ',',
      ),
    endings: ['Inc.', 'Corp.', 'Ltd.', 'Holdings Inc.', 'Group', 'Plc', 'Co.'],
  },
  german: {
    stems:
      'Müller & Söhne,Nordstern,Bergmann,Königstein,Rheinwerk,Grünwald,Schwarzbach,Havelland,Elbtal,Weiß,Lindenhof,Steinbrück,Ährental,Mühlhausen,Donauwerke,Falkensee,Isartal,Taunus,Oberländer,Brückner,Sächsische,Allgäuer,Zürichsee,Alpenrhein,Hochfeld'.split(
        ',',
      ),
    endings: ['AG', 'SE', 'AG & Co. KGaA', 'Holding AG'],
  },
  french: {
    stems:
      'Société Lémanique,Brûlerie,Valmy,Beauséjour,Montfleury,Côte Claire,Établissements Garnot,Compagnie du Rhône,Forêt Noire,Chênevert,Belle Rive,Maison Lévêque,Hautecombe,Pré Vert,Générale Ardennaise,Rochebrune,Saint-Éloi,Vézelay,Clairvaux,Grand Pâtis'.split(
        ',',
      ),
    endings: ['SA', 'SE', 'SCA', 'et Cie'],
  },
  spanish: {
    stems:
      'Compañía del Río,Peña Alta,Azul Marino,Cordillera,Montaña Blanca,Grupo Sureño,Aragonesa,Levante,Estación Norte,Guadiana,São Bento,Serra Verde,Ibérica,Candelaria,Médanos,Ñandú,Océano,Porvenir,Quebrada,Tramontana,Litoral,Açucena'.split(
        ',',
      ),
    endings: ['SA', 'S.A.', 'SAB de CV', 'Participaciones SA'],
  },
  italian: {
    stems:
      'Adriatica,Boscoverde,Castelnuovo,Fontanella,Gran Sasso,Lago Blu,Marefermo,Monteforte,Officine Carrà,Pianura,Ponte Vecchiò,Qualità Lombarda,Riviera,Società Umbra,Terranova,Val d’Orco,Vesuviana,Città Alta'.split(
        ',',
      ),
    endings: ['SpA', 'S.p.A.', 'Holding SpA'],
  },
  nordic: {
    stems:
      'Ångström,Björkman,Fjordkraft,Göteborgs,Hällefors,Isbjørn,Järvinen,Kvarnström,Lønstrup,Mälaren,Nordlys,Öresund,Pohjola,Rødkilde,Sjöberg,Skærgård,Tervaskylä,Ullevål,Västanå,Østerbro'.split(
        ',',
      ),
    endings: ['AB', 'ASA', 'A/S', 'Oyj'],
  },
  polish: {
    stems:
      'Błękitna,Częstochowa,Dąbrowa,Gdyńska,Karpaty,Łódzkie,Mazury,Nadwiślańska,Oświęcim,Podhale,Świętokrzyska,Żubr,Złota,Warta'.split(
        ',',
      ),
    endings: ['SA', 'S.A.', 'Grupa Kapitałowa SA'],
  },
  turkish: {
    stems:
      'Akçay,Boğaziçi,Çamlıca,Değirmen,Erciyes,Güneydoğu,Işıktepe,Karadeniz,Küçükyalı,Ömerli,Şahinbey,Uludağ,Yıldırım,Zeytin'.split(
        ',',
      ),
    endings: ['AS', 'Holding AS', 'Sanayi ve Ticaret AS'],
  },
  indian: {
    stems:
      'Aravalli,Bharani,Chandrika,Deccan,Ganpati,Himadri,Indus,Jalandhar,Kaveri,Konark,Lakshmi,Malabar,Narmada,Panchal,Rajhans,Sahyadri,Sundaram,Tapovan,Udaipur,Vindhya,Yamuna,Godavari,Shivalik,Coromandel'.split(
        ',',
      ),
    endings: ['Ltd.', 'Limited', 'India Ltd.', 'Industries Ltd.'],
  },
  asian: {
    stems:
      'Akatsuki,Bao Long,Chung Hwa,Daehan,Dongbang,Fuji-no,Golden Lotus,Hanbit,Hoshino,Jin Hai,Kitayama,Kwang Il,Lian Hua,Minato,Nan Feng,Oriental Pearl,Phuc An,Sakuragi,Seoho,Siam Rung,Takara,Tanah Merah,Umi-no-ie,Vinh Phat,Wan Sheng,Yamabuki,Yuan Tong,Zhong He'.split(
        ',',
      ),
    endings: ['Co., Ltd.', 'Corporation', 'Group', 'Holdings Ltd.'],
  },
}

export function companyName(random: Random, style: NameStyle, sector: Sector): string {
  const { stems, endings } = words[style]
  const second = random.chance(0.35) ? ` ${random.pick(words.english.stems)}` : ''
  return `${random.pick(stems)}${second} ${random.pick(sector.trades)} ${random.pick(endings)}`
}

/** Letters of the name as far as they go, so that it is neither taken nor longer than `longest`. */
export function tickerFor(
  random: Random,
  name: string,
  longest: number,
  isTaken: (ticker: string) => boolean,
): string {
  const letters = plainLetters(name)
  const length = random.int(Math.min(3, longest), longest)
  const initials = name.split(/[^\p{L}]+/u).map((word) => plainLetters(word).slice(0, 1))
  const candidates = [letters.slice(0, length), initials.join('').slice(0, length), letters.slice(0, longest)]
  for (const candidate of candidates) {
    if (candidate.length >= 2 && !isTaken(candidate)) return candidate
  }
  for (;;) {
    let ticker = letters.slice(0, 2)
    while (ticker.length < longest) ticker += String.fromCharCode(65 + random.int(0, 25))
    if (!isTaken(ticker)) return ticker
  }
}

/** Capitals A to Z without marks: `Ångström` gives `ANGSTROM`. */
export function plainLetters(text: string): string {
  return plain(text)
    .toUpperCase()
    .replace(/[^A-Z]/g, '')
}

/** `joint-venture-of-sorts`, the way the provider names pictures. */
export function slug(text: string): string {
  return plain(text)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}

const undivided: Readonly<Record<string, string>> = {
  ß: 'ss',
  Ø: 'O',
  ø: 'o',
  Ł: 'L',
  ł: 'l',
  ı: 'i',
  Æ: 'AE',
  æ: 'ae',
}

function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[ßØøŁłıÆæ]/g, (letter) => undivided[letter] ?? '')
}
