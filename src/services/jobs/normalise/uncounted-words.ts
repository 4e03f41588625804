/** Words that do not count when the length of a title or of the name of a company is compared with that of a query. */

/** The words of `(m/w/d)`, `(f/m/x)` and `Entwickler:in`. */
export const genderWords: ReadonlySet<string> = new Set('m w d f x h v gn div in innen'.split(' '))

export const legalForms: ReadonlySet<string> = new Set(
  'inc llc ltd limited gmbh ag se kg co corp corporation company plc bv nv sa sas sarl srl spa ab as oy group holding'.split(
    ' ',
  ),
)
