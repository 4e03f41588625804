/** What headlines say, by language: about a price, or about the company behind it. */

type Template = (subject: string, figure: string) => string

interface Phrases {
  readonly up: readonly Template[]
  readonly down: readonly Template[]
  readonly other: readonly Template[]
}

const phrases: Readonly<Record<string, Phrases>> = {
  en: {
    up: [
      (subject, figure) => `${subject} ends the day ${figure} higher`,
      (subject, figure) => `${subject} gains ${figure} as buyers return`,
      (subject, figure) => `Up ${figure}: ${subject} among the day's winners`,
    ],
    down: [
      (subject, figure) => `${subject} slips ${figure} in steady trade`,
      (subject, figure) => `${subject} gives back ${figure} after a quiet session`,
      (subject, figure) => `Down ${figure}: what weighed on ${subject}`,
    ],
    other: [
      (subject) => `${subject}: five charts to watch this week`,
      (subject) => `Analysts revisit their view of ${subject}`,
      (subject) => `${subject} to present at investor conference`,
      (subject) => `What the options market expects of ${subject}`,
      (subject) => `${subject}: dates and figures ahead of the next report`,
    ],
  },
  de: {
    up: [
      (subject, figure) => `${subject} schließt ${figure} fester`,
      (subject, figure) => `Plus ${figure}: ${subject} gefragt`,
    ],
    down: [
      (subject, figure) => `${subject} verliert ${figure}`,
      (subject, figure) => `Minus ${figure}: ${subject} unter Druck`,
    ],
    other: [
      (subject) => `${subject}: Was Anleger jetzt wissen müssen`,
      (subject) => `Ausblick auf die Zahlen von ${subject}`,
    ],
  },
  fr: {
    up: [(subject, figure) => `${subject} gagne ${figure} en clôture`],
    down: [(subject, figure) => `${subject} cède ${figure} à la Bourse`],
    other: [(subject) => `${subject} : ce que les analystes attendent`, (subject) => `À suivre : ${subject}`],
  },
  es: {
    up: [(subject, figure) => `${subject} sube un ${figure} al cierre`],
    down: [(subject, figure) => `${subject} cae un ${figure}`],
    other: [(subject) => `${subject}: las claves de la semana`],
  },
  pt: {
    up: [(subject, figure) => `${subject} sobe ${figure} no fechamento`],
    down: [(subject, figure) => `${subject} recua ${figure}`],
    other: [(subject) => `${subject}: o que esperar dos próximos números`],
  },
  it: {
    up: [(subject, figure) => `${subject} guadagna il ${figure}`],
    down: [(subject, figure) => `${subject} cede il ${figure}`],
    other: [(subject) => `${subject}: le attese degli analisti`],
  },
  pl: {
    up: [(subject, figure) => `${subject} rośnie o ${figure}`],
    down: [(subject, figure) => `${subject} spada o ${figure}`],
    other: [(subject) => `${subject}: na co czekają inwestorzy`],
  },
  tr: {
    up: [(subject, figure) => `${subject} günü ${figure} artışla kapattı`],
    down: [(subject, figure) => `${subject} ${figure} geriledi`],
    other: [(subject) => `${subject}: haftanın gündemi`],
  },
  ja: {
    up: [(subject, figure) => `${subject}、${figure}高で引ける`],
    down: [(subject, figure) => `${subject}、${figure}安`],
    other: [(subject) => `${subject}：今週の注目点`],
  },
  'zh-Hans': {
    up: [(subject, figure) => `${subject}收涨${figure}`],
    down: [(subject, figure) => `${subject}收跌${figure}`],
    other: [(subject) => `${subject}：本周要点`],
  },
}

/** `change` in percent, when the story is about the price. */
export function headline(lang: string, subject: string, change: number | undefined, draw: number): string {
  const { up, down, other } = phrases[lang] ?? (phrases.en as Phrases)
  const choices = change === undefined ? other : change >= 0 ? up : down
  const template = choices[draw % choices.length] as Template
  return template(subject, `${Math.abs(change ?? 0).toFixed(1)}%`)
}

/** Two sentences below a headline. */
export function lead(subject: string, change: number | undefined): string {
  if (change === undefined)
    return `${subject} is on the list of names readers asked about most. This report is made up.`
  const direction = change >= 0 ? 'rose' : 'fell'
  return `${subject} ${direction} ${Math.abs(change).toFixed(2)} percent. This report is made up.`
}
