/** Words in the addresses of careers pages and postings. */

export const careerWords: ReadonlySet<string> = new Set(
  `career careers job jobs vacancy vacancies hiring opening openings position positions karriere stelle stellen
   stellenangebote emploi emplois recrutement vacatures werken empleo empleos carreras lavora carriera carreiras vaga vagas
   jobb karriär työpaikat`.split(/\s+/),
)

export function isCareerPath(path: string): boolean {
  const words = path.toLowerCase().split(/[^\p{L}]+/u)
  return words.some((word) => careerWords.has(word))
}
